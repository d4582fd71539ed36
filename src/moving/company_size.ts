import { isPart } from "../platform/media.ts";

/** How large a company's file and media are (bytes), and how many media there are. What is deleted meanwhile counts for nothing. */
export async function companySize(folder: string): Promise<{ size: number; media: number }> {
  let size = (await Deno.stat(`${folder}/company.db`)).size, media = 0;
  for await (const { name, isFile } of Deno.readDir(`${folder}/media`)) {
    if (!isFile || isPart(name)) continue;
    size += await Deno.stat(`${folder}/media/${name}`).then((stat) => stat.size, () => 0);
    media++;
  }
  return { size, media };
}
