import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { instanceKeyFile, keyFingerprint } from '../../src/adapters/system/instance-key.ts'
import { sha256Of } from './copy.ts'
import { blobsFolder, databaseName, type Manifest, readSums, sumsFile } from './layout.ts'

/**
 * Differences between the manifest of a backup and the list of its files. Reads only the list and the key, so
 * it is cheap enough before a restore too.
 */
export const contradictions = async (path: string, manifest: Manifest): Promise<string[]> => {
  if ((await sha256Of(join(path, sumsFile)).catch(() => undefined)) !== manifest.sums) {
    return [`${sumsFile} is not the one that was written`]
  }
  const kept = new Set<string>()
  let blobs = 0
  for await (const { path: name } of readSums(path)) {
    if (name.startsWith(`${blobsFolder}/`)) blobs += 1
    else kept.add(name)
  }
  const { database, rows, instanceKey } = manifest
  const found: [boolean, string][] = [
    [database === 'sqlite' && !kept.has(databaseName), `${databaseName} is not in it`],
    [database === 'postgres' && kept.has(databaseName), `${databaseName} is in it, and should be elsewhere`],
    [(database === 'sqlite') !== Object.keys(rows).length > 0, 'the counts of rows are of another database'],
    [blobs !== manifest.blobs.files, `it lists ${blobs} blobs instead of ${manifest.blobs.files}`],
    [
      instanceKey.included !== kept.has(instanceKeyFile),
      `${instanceKeyFile} is there, or is not, against it`,
    ],
  ]
  if (kept.has(instanceKeyFile)) {
    const key = await readFile(join(path, instanceKeyFile)).catch(() => undefined)
    // A missing key is reported with the other missing files.
    if (key && keyFingerprint(key) !== instanceKey.fingerprint)
      found.push([true, `${instanceKeyFile} is another`])
  }
  return found.filter(([isSo]) => isSo).map(([, what]) => what)
}
