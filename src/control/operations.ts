import type * as z from "zod/mini";
import type { Operation } from "./operation.ts";
import { backupKey } from "./operations/backup_key.ts";
import { backupProve } from "./operations/backup_prove.ts";
import { backupStatus } from "./operations/backup_status.ts";
import { backupAdd, backupList, backupNow, backupRemove } from "./operations/backup_targets.ts";
import { companyAdd } from "./operations/company_add.ts";
import { companyExport, companyImport } from "./operations/company_export.ts";
import { companyList, companyListRemoved, companyShow } from "./operations/company_list.ts";
import { companyFiles } from "./operations/company_files.ts";
import { companyLimit } from "./operations/company_limit.ts";
import { companyMove, companyMoveBack, companyReceive } from "./operations/company_move.ts";
import { companyPlan } from "./operations/company_plan.ts";
import { companyRemove, companyRestore } from "./operations/company_remove.ts";
import { companyResume, companySuspend } from "./operations/company_suspend.ts";
import { doctor } from "./operations/doctor.ts";
import { linesStart } from "./operations/lines_start.ts";
import { planAdd, planChange, planList, planRemove, planShow } from "./operations/plans.ts";
import { restoreAnother, restoreHere, restoreTo, restoreUndo } from "./operations/restore.ts";
import { upgradeCopy, upgradeFiles } from "./operations/upgrade.ts";
import { userAdd, userMayAdd } from "./operations/user_add.ts";
import { userList } from "./operations/user_list.ts";
import { userLogin, userPassword } from "./operations/user_password.ts";
import { userSecondFactor } from "./operations/user_second_factor.ts";

/** All that the command line can have done: by a running server over its socket, or by the command itself. */
export const OPERATIONS = [
  companyAdd,
  companyList,
  companyListRemoved,
  companyShow,
  companySuspend,
  companyResume,
  companyLimit,
  companyPlan,
  companyRemove,
  companyRestore,
  companyExport,
  companyImport,
  companyFiles,
  companyMove,
  companyMoveBack,
  companyReceive,
  userMayAdd,
  userAdd,
  userList,
  userLogin,
  userPassword,
  userSecondFactor,
  planAdd,
  planList,
  planShow,
  planChange,
  planRemove,
  backupKey,
  backupAdd,
  backupRemove,
  backupList,
  backupNow,
  backupProve,
  backupStatus,
  restoreTo,
  restoreHere,
  restoreAnother,
  restoreUndo,
  linesStart,
  doctor,
  upgradeFiles,
  upgradeCopy,
] as const;

type Operations = typeof OPERATIONS[number];
export type OperationName = Operations["name"];
type Named<N extends OperationName> = Extract<Operations, { name: N }>;
export type InputOf<N extends OperationName> = z.input<Named<N>["input"]>;
/** As it is after a way through JSON. */
export type AnswerOf<N extends OperationName> = Named<N> extends Operation<N, z.ZodMiniType, infer A> ? Awaited<A>
  : never;
