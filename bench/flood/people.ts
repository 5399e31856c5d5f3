/** The users of the scenario, by what they do in it. */
export const people = { checked: "ada", byCsrf: "bert", byDevice: "cleo", stranger: "dora" };
