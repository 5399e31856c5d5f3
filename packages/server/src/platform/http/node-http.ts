/** Not imported: an `import` of node:http evaluates all its exports, including a WebSocket client (14 MB, 30 ms). */
export const { createServer, request: requestHttp, STATUS_CODES } = process.getBuiltinModule("node:http");
