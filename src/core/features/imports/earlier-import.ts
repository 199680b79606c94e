import { type JobContext, organisationOf } from '../../engine/jobs/job.ts'
import { Problem } from '../../kernel/errors.ts'
import type { ImportRow } from '../../model/imports.ts'
import { everyone } from '../../ports/store.ts'
import { asInFile } from '../lists/mapping/sources.ts'
import { openErrors } from '../lists/questions.ts'
import { chosenMapping } from './choose.ts'
import { type Inspected, inspectUpload, settingsThen } from './inspect.ts'

/** The import to process, or the reason not to. */
type Adopted = { row: ImportRow; open?: undefined } | { open: string }

/**
 * Raises questions that an earlier version did not ask, and applies the preset's answers. While one is open
 * nothing is imported: a wrong encoding or heading, or omitted columns, would be printed silently. Imports
 * that have begun continue unchanged.
 */
export const adoptEarlier = async (context: JobContext, row: ImportRow): Promise<Adopted> => {
  if (context.job.kind !== 'imports.process' || row.rowCount > 0) return { row }
  const read = row.questions === null ? await readAgain(context, row) : undefined
  const other = read && readOtherwise(row, read)
  if (other) return { open: `${other} Import the list again.` }
  const questions = row.questions ?? read?.questions ?? null
  const chosen = await fromPreset(context, { ...row, questions })
  const adopted = { ...row, questions, ...chosen }
  const open = openOf(adopted)
  if (open !== undefined) {
    const message = `A server of an earlier version started it without an answer. ${open} Import the list again.`
    return { open: message }
  }
  await context.transact(({ rows }) => rows.imports.update(row, row.id, { questions, ...chosen }))
  return { row: adopted }
}

/** Returns the first open question and how to answer it. */
const openOf = (row: ImportRow): string | undefined => {
  const { heading, answers, mapping } = row
  const questions = row.questions ?? []
  const encoding = questions.find(({ code, required }) => code === 'encoding' && required)
  if (encoding) return encoding.message
  return isDecided(row) ? undefined : openErrors(questions, answers, asInFile(mapping!, heading))[0]?.message
}

/**
 * True if a program sent the mapping with the import and so decided about its columns. Such an import is one
 * revision behind those mapped later.
 */
const isDecided = ({ revision, presetId }: ImportRow): boolean => revision <= 2 && presetId === null

/** Returns the preset's mapping with its answers, which the earlier version did not know. */
const fromPreset = async (
  { services }: JobContext,
  { presetId, organisationId, mode, ...known }: ImportRow,
): Promise<Pick<ImportRow, 'mapping' | 'answers'> | undefined> => {
  if (presetId === null || known.answers !== null) return undefined
  const scope = { organisationId, mode }
  return ignoringProblems(async () => {
    const chosen = await services.store.read((rows) => chosenMapping({ rows, scope }, { presetId }, known))
    return chosen && { mapping: chosen.mapping, answers: chosen.answers }
  })
}

/** Inspects the file again. Undefined if it can't be read, which the import reports itself. */
const readAgain = async ({ services, job }: JobContext, row: ImportRow): Promise<Inspected | undefined> => {
  const own = organisationOf(job)
  const { upload, postbatch, organisation } = await services.store.read(async (rows) => ({
    upload: await rows.uploads.get(own, row.uploadId),
    postbatch: await rows.postbatches.get(own, row.postbatchId),
    organisation: (await rows.organisations.get(everyone, own.organisationId))!,
  }))
  if (!upload || upload.blobKey === null || !postbatch) return undefined
  const context = { services, scope: { ...own, mode: row.mode }, organisation }
  const settings = { uploadId: upload.id, ...settingsThen(row) }
  const named = row.presetId === null ? { mapping: row.mapping! } : { preset: row.mapping! }
  const { templateVersionId } = postbatch
  return ignoringProblems(() => inspectUpload(context, upload, templateVersionId, settings, named))
}

const ignoringProblems = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

const readOtherwise = (row: ImportRow, read: Inspected): string | undefined => {
  const then = row.dialect
  const now = read.dialect
  if (then.encoding !== now.encoding) {
    return `A server of an earlier version read the file as ${then.encoding}; it is ${now.encoding}.`
  }
  const isSame =
    then.delimiter === now.delimiter &&
    row.headRecords === read.headRecords &&
    row.heading.join('\n') === read.heading.join('\n')
  return isSame ? undefined : 'A server of an earlier version read other columns from the file.'
}
