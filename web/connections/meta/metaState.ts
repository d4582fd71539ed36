import { meta } from "../../../src/contract/meta.ts";
import { pagedList } from "../../list/pagedList.ts";

/** Whether the provider has an app at Meta, as a list of one. */
export const metaState = pagedList(meta.state, { rows: (answer) => [{ id: 0, ...answer }] });

/** The account behind a connection, as a list of one. */
export const accountList = pagedList(meta.account, { rows: (answer) => [{ id: 0, ...answer }] });
