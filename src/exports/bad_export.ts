import { BadCommand } from "../platform/config.ts";

/** A file that cannot be taken in, in words for the person who named it. */
export class BadExport extends BadCommand {}
