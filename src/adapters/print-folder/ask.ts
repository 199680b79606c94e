import { access, constants } from 'node:fs/promises'
import type { PrinterFolder } from './printer-folder.ts'
import { asUnusable } from './unusable.ts'

/**
 * Whether packages can be written there. Makes and writes nothing; throws `FolderUnusable` where the folder is
 * gone, is another one, or cannot be written.
 */
export const askFolder = async (
  root: string,
  folder: Pick<PrinterFolder, 'assertRight'>,
): Promise<{ ok: boolean; detail: string }> => {
  await folder.assertRight()
  await access(root, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw asUnusable(error, root)
  })
  return { ok: true, detail: `${root} is there and can be written.` }
}
