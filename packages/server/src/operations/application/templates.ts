import type { Template } from "./template.ts";
import { actual } from "./templates/actual.ts";
import { argocd, argocdCli } from "./templates/argocd.ts";
import { forgejo } from "./templates/forgejo.ts";
import { gitea } from "./templates/gitea.ts";
import { gitlab } from "./templates/gitlab.ts";
import { grafana } from "./templates/grafana.ts";
import { immich } from "./templates/immich.ts";
import { jellyfin } from "./templates/jellyfin.ts";
import { kubelogin } from "./templates/kubelogin.ts";
import { nextcloud } from "./templates/nextcloud.ts";
import { nodeRed } from "./templates/node-red.ts";
import { oauth2Proxy } from "./templates/oauth2-proxy.ts";
import { paperless } from "./templates/paperless.ts";
import { portainer } from "./templates/portainer.ts";
import { proxmox } from "./templates/proxmox.ts";
import { vaultwarden } from "./templates/vaultwarden.ts";

/** Every application of which this service knows how it is registered, by name. */
export const templates: readonly Template[] = [
	actual,
	argocd,
	argocdCli,
	forgejo,
	gitea,
	gitlab,
	grafana,
	immich,
	jellyfin,
	kubelogin,
	nextcloud,
	nodeRed,
	oauth2Proxy,
	paperless,
	portainer,
	proxmox,
	vaultwarden,
];
