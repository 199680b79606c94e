import { foldName } from '../../address/fold.ts'
import type { Salutation } from '../../address/salutation.ts'
import type { ProcessContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { sortedInTurns } from '../../engine/sorted.ts'
import { gt } from '../../kernel/query.ts'
import { itemLimits } from '../../model/item-limits.ts'
import type { ItemRow } from '../../model/items.ts'
import type { PostbatchRow, SalutationCorrection } from '../../model/postbatches.ts'
import type { Turns } from '../../ports/turns.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { itemsPerChunk } from '../items/chunks.ts'
import { composeSalutation, mergeFieldsOf } from '../items/salutation.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { type Found, foundBy } from './salutation-passes.ts'
import type { SalutationPage, SalutationQuery } from './salutations-schema.ts'
import { unapproved } from './validate.ts'

/** The salutation of an item as lists and corrections name it. */
export const salutationName = (item: ItemRow, document: TemplateDocument): string =>
  shortened(composeSalutation(item, document).text)

/** A text of its own, because a slice would keep the whole text in memory. */
const shortened = (text: string): string => {
  const { salutationLength: most } = itemLimits
  return (text.length <= most ? text : [...text.slice(0, most)].join('')).toWellFormed()
}

/** Undefined where its letters print no composed salutation. */
export const salutationDocument = async (
  services: Services,
  postbatch: PostbatchRow,
): Promise<TemplateDocument | undefined> => {
  const { document } = await compiledTemplate(services, postbatch, postbatch.templateVersionId)
  return mergeFieldsOf(document).printsSalutation ? document : undefined
}

/** Its items that may still be sent, behind `from`, in chunks. */
export async function* unapprovedItems(
  { store }: Pick<Services, 'store'>,
  { id, organisationId }: Pick<PostbatchRow, 'id' | 'organisationId'>,
  from = '',
): AsyncGenerator<ItemRow[]> {
  for (let after = from; ; ) {
    const items = await store.read((rows) =>
      rows.items.find({ organisationId }, [unapproved(id), { id: gt(after) }], {
        order: [{ field: 'id' }],
        limit: itemsPerChunk,
      }),
    )
    if (items.length > 0) yield items
    if (items.length < itemsPerChunk) return
    after = items.at(-1)!.id
  }
}

type Listed = SalutationPage['data'][number]

/** Counts salutations by their text. */
export class SalutationCount {
  readonly #found = new Map<string, Listed>()
  readonly #sought: string
  /** Items with salutations beyond those that are counted. */
  unlistedItemCount = 0

  constructor(search = '') {
    this.#sought = foldName(search)
  }

  add(
    { id: itemId, recipientName }: Pick<ItemRow, 'id' | 'recipientName'>,
    { text, doubts }: Salutation,
  ): void {
    const salutation = shortened(text)
    const isDoubtful = doubts.length > 0
    const known = this.#found.get(salutation)
    if (known) {
      known.itemCount++
      known.isDoubtful ||= isDoubtful
    } else if (!foldName(salutation).includes(this.#sought)) return
    else if (this.#found.size >= itemLimits.countedSalutations) this.unlistedItemCount++
    else
      this.#found.set(salutation, {
        ...{ salutation, itemCount: 1, isDoubtful, correction: null },
        ...{ itemId, recipientName },
      })
  }

  /** Doubtful ones first, then the most frequent first. */
  listed(corrections: readonly SalutationCorrection[], turns: Turns): Promise<Listed[]> {
    for (const { salutation, corrected } of corrections) {
      const found = this.#found.get(salutation)
      if (found) found.correction = corrected
    }
    return sortedInTurns(
      [...this.#found.values()],
      (one, other) =>
        Number(other.isDoubtful) - Number(one.isDoubtful) ||
        other.itemCount - one.itemCount ||
        (one.salutation < other.salutation ? -1 : 1),
      turns,
    )
  }
}

/** The distinct salutations of a Postbatch, composed from all its items. */
const findSalutations = async (
  services: Services,
  postbatch: PostbatchRow,
  search: string,
  onProgress: () => void,
): Promise<Found> => {
  const document = await salutationDocument(services, postbatch)
  const count = new SalutationCount(search)
  if (document) {
    for await (const items of unapprovedItems(services, postbatch)) {
      onProgress()
      for (const item of items) {
        await services.turns.rest()
        count.add(item, composeSalutation(item, document))
      }
    }
  }
  return {
    data: await count.listed(postbatch.salutationCorrections ?? [], services.turns),
    unlistedItemCount: count.unlistedItemCount,
    isComposed: document !== undefined,
  }
}

/** A page of the salutations of a Postbatch. */
export const salutationsOf = async (
  context: Pick<ProcessContext, 'services' | 'now'>,
  postbatch: PostbatchRow,
  { search = '', offset = 0, limit = 50 }: SalutationQuery,
): Promise<SalutationPage> => {
  const { data, ...rest } = await foundBy(context, postbatch, search, (onProgress) =>
    findSalutations(context.services, postbatch, search, onProgress),
  )
  return {
    ...rest,
    data: data.slice(offset, offset + limit),
    totalCount: data.length,
    hasMore: data.length > offset + limit,
    isCorrecting: postbatch.salutationCorrections !== null,
  }
}
