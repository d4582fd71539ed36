import { type Column, type SQL, sql } from "drizzle-orm";
import { FIRST_MOMENT, LAST_MOMENT, momentOf } from "./moment.ts";

/** JSON text, mostly made by SQLite, that is answered as it is. */
export class Written<Value> {
  /** `_value` says for the compiler what it is the text of. */
  constructor(readonly text: string, readonly _value?: Value) {}

  static of<Value>(value: Value): Written<Value> {
    return new Written(JSON.stringify(value));
  }

  /** For whoever wants to look into it. */
  read(): Value {
    return JSON.parse(this.text);
  }
}

/** An object in the words of a call's answer, made by SQLite. */
export function jsonObject(fields: Record<string, SQL | Column>): SQL<string> {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_object(${sql.join(pairs, sql`, `)})`;
}

/** The same of a table that may have joined nothing: then null. */
export function jsonJoined(id: Column, fields: Record<string, SQL | Column>): SQL<string | null> {
  return sql`iif(${id} is null, null, ${jsonObject({ id, ...fields })})`;
}

/** True or false, of a column that has 1 or 0. */
export function jsonFlag(column: Column): SQL<string> {
  return sql`iif(${column}, json('true'), json('false'))`;
}

const RANGE = sql.raw(`between ${FIRST_MOMENT} and ${LAST_MOMENT}`), BEGINNING = sql.raw(`'${momentOf(0)}'`);

/** As `momentOf`. Writing it by `strftime` would take twice as long. */
export function jsonMoment(column: Column): SQL<string | null> {
  return sql`case when ${column} ${RANGE} then replace(datetime(${column} / 1000.0, 'unixepoch', 'subsec'), ' ', 'T') || 'Z'
    when ${column} is not null then ${BEGINNING} end`;
}
