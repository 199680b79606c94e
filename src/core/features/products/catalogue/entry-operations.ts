import * as v from 'valibot'
import type { CatalogueEntry } from '../../../engine/catalogue-part.ts'
import type { NoOrganisation, ProcessContext, ReadContext, WriteContext } from '../../../engine/context.ts'
import { wholeListOf } from '../../../engine/list/page.ts'
import type { Services } from '../../../engine/services.ts'
import { invalid, notFound } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/lifecycle.ts'
import type { Noun } from '../../../kernel/nouns.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { catalogueSentences } from '../sentences.ts'
import { key } from './entries/entry-schemas.ts'
import { exportCatalogue, mayWith } from './export.ts'
import { importAnswer } from './file-schema.ts'
import { type CheckedCatalogue, checkFile, reportToWire, saveCatalogue } from './import.ts'

const common = {
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
} as const

const params = v.strictObject({ key: described(key, 'Key of the entry.') })
type Call = { params: { key: string }; ifMatch: string | undefined }

export const listsEntries = <S extends v.GenericSchema>(part: string, schema: S) => ({
  ...common,
  effect: 'read' as const,
  output: wholeListOf(schema),
  prepare: async ({ services }: Pick<ProcessContext, 'services'>) => services.catalogueParts(),
  async handler(
    { rows }: NoOrganisation<ReadContext>,
    _input: unknown,
    parts: Awaited<ReturnType<Services['catalogueParts']>>,
  ) {
    const own = parts.find(({ name }) => name === part)!
    return { data: (await own.read(rows)) as unknown as v.InferOutput<S>[] }
  },
})

/** Adds or replaces an entry, with the same checks as an import. */
export const putsEntry = <S extends v.GenericSchema<CatalogueEntry>>(part: string, schema: S) => ({
  ...common,
  effect: 'write' as const,
  params,
  body: schema,
  output: importAnswer,
  ifMatch: true as const,
  errors: ['revision_conflict', 'still_referenced'] as const,
  prepare: ({ services }: Pick<ProcessContext, 'services'>, input: Call & { body: v.InferOutput<S> }) => {
    const sent = input.body as CatalogueEntry
    if (sent.key !== input.params.key)
      throw invalid('key', catalogueSentences.sentence('catalogue_key.other', { key: input.params.key }))
    return checkWith(services, part, (entries) => {
      const at = entries.findIndex((entry) => entry.key === sent.key)
      return at === -1 ? [...entries, sent] : entries.with(at, sent)
    })
  },
  handler: saves,
})

/** Archives an entry. Items already sold are unaffected. */
export const archivesEntry = (part: string, noun: Noun) => ({
  ...common,
  effect: 'write' as const,
  params,
  output: importAnswer,
  ifMatch: true as const,
  errors: ['not_found', 'revision_conflict', 'still_referenced'] as const,
  prepare: ({ services }: Pick<ProcessContext, 'services'>, input: Call) =>
    checkWith(services, part, (entries) => {
      const at = entries.findIndex((entry) => entry.key === input.params.key)
      if (at === -1) throw notFound(noun)
      return entries.with(at, { ...entries[at]!, archived: true })
    }),
  handler: saves,
})

const saves = async (
  { services, rows }: NoOrganisation<WriteContext>,
  { ifMatch }: Call,
  checked: CheckedCatalogue,
) => {
  assertRevision(ifMatch, checked.revision, 'catalogue')
  const revision = await saveCatalogue(services, rows, checked)
  return { revision, ...reportToWire(checked) }
}

/** Checks a change. Omits earlier errors, such as a calendar without cutoffs, which must not block it. */
const checkWith = async (
  services: Services,
  part: string,
  change: (entries: readonly CatalogueEntry[]) => CatalogueEntry[],
): Promise<CheckedCatalogue> => {
  // Parts of other scopes are left out, which leaves them unchanged.
  const { file } = await exportCatalogue(services, mayWith([]))
  const entries = change(file[part] as CatalogueEntry[])
  const checked = await checkFile(services, { ...file, [part]: entries })
  if (checked.findings.length === 0) return checked
  const before = await checkFile(services, file)
  const known = new Set(before.findings.map((finding) => JSON.stringify(finding)))
  return { ...checked, findings: checked.findings.filter((finding) => !known.has(JSON.stringify(finding))) }
}
