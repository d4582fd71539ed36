const HOST = /^[\w.:-]+$/;

/** The hosts of a list: names or numbers, parted by commas, blanks or lines. */
export function hostsIn(list: string): string[] {
  return list.split(/[\s,]+/).filter(Boolean);
}

/** Those of a list that are no host, each once, such as a whole address. */
export function notHosts(list: string): string[] {
  return [...new Set(hostsIn(list).filter((host) => !HOST.test(host)))];
}
