// files.ts: which files a folder holds.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files of `folder` and its subfolders, by their path from it, sorted. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
