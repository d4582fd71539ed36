import { expect, test } from "vitest";
import { hostsIn, notHosts } from "./host_list.ts";

test.each<[string, string[], string[]]>([
  ["", [], []],
  [" erp.local,192.168.0.20\n fd00::1 ,", ["erp.local", "192.168.0.20", "fd00::1"], []],
  ["push.example, https://a.test/x, b*c, https://a.test/x", [
    ...["push.example", "https://a.test/x", "b*c", "https://a.test/x"],
  ], ["https://a.test/x", "b*c"]],
])("of the list %j the hosts are known, and what is none", (list, hosts, wrong) => {
  expect([hostsIn(list), notHosts(list)]).toEqual([hosts, wrong]);
});
