import type { HttpsConfig } from "../platform/https_config.ts";

export const SERVICE = "balcao";
export const USER = "balcao";
/** Where systemd keeps a service's state and cache by itself (StateDirectory=, CacheDirectory=). */
export const USUAL_DATA = "/var/lib/balcao", CACHE = "/var/cache/balcao";
/** The key of the backups: beside the data, never in it. */
export const KEY_FOLDER = "/var/lib/balcao-key";
export const EXECUTABLE = "/usr/local/bin/balcao";
export const UNIT_PATH = `/etc/systemd/system/${SERVICE}.service`;

export interface UnitOf {
  /** The data folder. */
  data: string;
  /** What is said to `serve` besides the folder. */
  words: readonly string[];
  https: HttpsConfig | undefined;
}

/** The unit of the service (systemd.service(5), systemd.exec(5)). */
export function unitText({ data, words, https }: UnitOf): string {
  const opensLowPorts = https !== undefined && Math.min(https.httpPort, https.httpsPort) < 1024;
  const command = [EXECUTABLE, "serve", "--data", data, ...words].map(quoted).join(" ");
  return `[Unit]
Description=Balcão, a customer-service desk
Wants=network-online.target
After=network-online.target

[Service]
Type=notify
NotifyAccess=main
ExecStart=${command}
User=${USER}
Group=${USER}
Environment=BALCAO_CACHE=${CACHE} BALCAO_BACKUP_KEY=${KEY_FOLDER}/backup.key
${folderLines(data)}
UMask=0077
Restart=always
RestartSec=2
# A long migration asks for more time by itself; a hung event loop is started anew.
TimeoutStartSec=120
TimeoutStopSec=60
WatchdogSec=120
LimitNOFILE=65536
MemoryMax=85%

# Not MemoryDenyWriteExecute: V8 writes machine code while it runs.
NoNewPrivileges=yes
CapabilityBoundingSet=${opensLowPorts ? "CAP_NET_BIND_SERVICE" : ""}
AmbientCapabilities=${opensLowPorts ? "CAP_NET_BIND_SERVICE" : ""}
ProtectSystem=strict
ProtectHome=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateMounts=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
KeyringMode=private
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target

[X-Balcao]
Data=${data}
`;
}

/** Which data folder a unit of ours names; nothing where somebody has written another. */
export function dataIn(unit: string): string | undefined {
  return /^\[X-Balcao\]\nData=(.+)$/m.exec(unit)?.[1];
}

function folderLines(data: string): string {
  const cache = ["CacheDirectory=balcao", "CacheDirectoryMode=0700"];
  const own = data === USUAL_DATA
    ? ["StateDirectory=balcao balcao-key"]
    : ["StateDirectory=balcao-key", `ReadWritePaths=${enclosed(plain(data))}`];
  return [...own, "StateDirectoryMode=0700", ...cache, `WorkingDirectory=${plain(data)}`].join("\n");
}

/** A text in which no specifier means anything (systemd.unit(5), Specifiers). */
function plain(text: string): string {
  return text.replaceAll("%", "%%");
}

/** A word of a command line, in which variables mean nothing either (systemd.service(5), Command lines). */
function quoted(word: string): string {
  return enclosed(plain(word).replaceAll("$", "$$$$"));
}

/** One word, whatever it holds. */
function enclosed(word: string): string {
  return /^[\w@%+=:,./$-]+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`;
}
