import { allOf } from '../../api/all.ts'
import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'
import { testClock } from '../../shell/test-clock.svelte.ts'
import { toCorrect } from './bad-rows.ts'
import { copyingOf } from './copying.ts'
import { originalsOf, untakenOf } from './originals.svelte.ts'
import { sameReading } from './questions.ts'

/** The steps of a mailing; `follow` comes after them. */
export const steps = ['recipients', 'map', 'mend', 'check', 'follow'] as const

/** A mailing with its lists, and the step that it is in. Create it during component initialisation. */
export class Mailing {
  /** True while the user chooses another list. */
  isAddingList = $state(false)
  /** True if a list was imported without its bad rows, which are then not offered again. */
  isDecided = $state(false)
  /** True after an import here: the price is then calculated automatically. */
  isPriced = $state(false)
  #skippedListId = $state('')
  /** The list being corrected although the mailing proceeded without its bad rows. */
  #fixedListId = $state('')
  /** An uploaded list that was dropped. */
  #dropped = $state('')
  readonly #id: () => string
  readonly resource: Resource<Schemas['Postbatch']>
  readonly #imports: Resource<Schemas['Import'][]>
  readonly originals: ReturnType<typeof originalsOf>

  /** `id` returns nothing while the mode isn't known. */
  constructor(id: () => string | undefined) {
    this.#id = () => id() ?? ''
    this.resource = new Resource(
      () => id() && `postbatches/${id()}`,
      () => answered(api.GET('/v1/postbatches/{id}', { params: { path: { id: this.#id() } } })),
      () => testClock.moves,
    )
    this.#imports = new Resource(
      () => (this.resource.data ? `postbatches/${this.#id()}/imports` : undefined),
      () =>
        allOf((query) =>
          answered(api.GET('/v1/postbatches/{id}/imports', { params: { path: { id: this.#id() }, query } })),
        ),
    )
    this.originals = originalsOf(() => this.resource.data)
  }

  readonly isLoaded = $derived.by(() => this.resource.data !== undefined && this.#imports.data !== undefined)
  readonly imports = $derived.by(() => this.#imports.data ?? [])
  /** Imported lists, without dropped uploads. */
  readonly taken = $derived(
    this.imports.filter(
      ({ dryRun, status, createdCount }) => !dryRun && (status === 'COMPLETED' || createdCount > 0),
    ),
  )
  /** The list being corrected, otherwise the latest. */
  readonly list = $derived(this.taken.find(({ id }) => id === this.#fixedListId) ?? this.imports[0])
  /** Number of bad rows of its lists and of those of its original mailings. */
  readonly badRows = $derived.by(() =>
    [...untakenOf(this.imports), ...(this.originals.data?.untaken ?? [])].reduce(
      (sum, list) => sum + toCorrect(list),
      0,
    ),
  )
  readonly copying = $derived.by(() => copyingOf(this.resource.data?.copy))
  readonly isOpen = $derived.by(() =>
    ['DRAFT', 'VALIDATED', 'VALIDATING'].includes(this.resource.data?.status ?? ''),
  )
  readonly hasItems = $derived.by(() => (this.resource.data?.itemCount ?? 0) > 0)
  /** True if the mailing was rejected and no list uploaded since; its pieces are then shown. */
  readonly #isRejected = $derived.by(() => {
    const rejection = this.resource.data?.rejection
    return Boolean(rejection && (!this.list || Date.parse(this.list.createdAt) < Date.parse(rejection.at)))
  })
  /** True while the current list isn't completely imported, if the user may import it. */
  readonly #isAddingRows = $derived(
    session.can('postflows.write') &&
      this.list !== undefined &&
      (this.list.dryRun || this.list.status !== 'COMPLETED'),
  )
  readonly isDropped = $derived(this.list !== undefined && this.#dropped === this.list.id)
  readonly step = $derived.by((): (typeof steps)[number] => {
    const { list } = this
    const postbatch = this.resource.data
    if (postbatch && !this.isOpen) return 'follow'
    if (this.copying || this.isAddingList) return 'recipients'
    if (list && this.#fixedListId === list.id && list.failedCount > 0) return 'mend'
    if (this.isDropped) return 'check'
    if (postbatch && postbatch.status !== 'DRAFT' && !this.#isAddingRows) return 'check'
    if (this.#isRejected) return 'check'
    if (!list) return this.hasItems ? 'check' : 'recipients'
    if (list.status === 'UPLOADED') return 'map'
    if (list.status === 'FAILED') return 'recipients'
    if (list.dryRun || list.status !== 'COMPLETED') return 'mend'
    return list.failedCount > 0 && this.#skippedListId !== list.id ? 'mend' : 'check'
  })
  /** True if the current list can be dropped, because the mailing has other recipients. */
  readonly mayDrop = $derived(
    this.hasItems && this.#isAddingRows && ['recipients', 'map', 'mend'].includes(this.step),
  )
  /** True if all rows are duplicates or were left out. */
  readonly isNothingLeft = $derived(
    this.step === 'mend' &&
      this.list?.status === 'COMPLETED' &&
      this.list.createdCount === 0 &&
      this.list.failedCount === this.list.duplicateCount,
  )
  /** True until approval, and then until its first run closes, early or at its cutoff. */
  readonly mayCancel = $derived.by(() => {
    const postbatch = this.resource.data
    if (!postbatch || !session.can('postflows.write')) return false
    if (['DRAFT', 'VALIDATED'].includes(postbatch.status)) return true
    if (!['APPROVED', 'SCHEDULED'].includes(postbatch.status)) return false
    const until = postbatch.cancellableUntil
    return until !== null && testClock.nowOf(postbatch) < Date.parse(until)
  })
  /** True while a job works on it. */
  readonly isWorking = $derived.by(
    () =>
      this.resource.data?.status === 'VALIDATING' ||
      this.copying === 'goes_on' ||
      Boolean(this.resource.data?.isCorrectingSalutations) ||
      ['MAPPED', 'PROCESSING'].includes(this.list?.status ?? ''),
  )

  readonly refresh = async (): Promise<void> => {
    await Promise.all([this.resource.reload(), this.#imports.reload()])
  }

  /** Call after a new list was uploaded. */
  readonly began = async (): Promise<void> => {
    this.isAddingList = false
    await this.refresh()
  }

  readonly addOther = (): void => {
    this.isAddingList = true
    this.#fixedListId = ''
  }

  /** Corrects a list whose bad rows were left out. */
  readonly fix = (list: Schemas['Import']): void => {
    this.#fixedListId = list.id
  }

  /** Proceeds without the current list. */
  readonly drop = (): void => {
    this.#dropped = this.list?.id ?? ''
  }

  /** Proceeds without the bad rows of the current list. */
  readonly proceed = (): void => {
    this.isPriced = true
    this.#skippedListId = this.list?.id ?? ''
    this.isDecided = false
    this.#fixedListId = ''
  }

  /** Starts another import of the same file, read the same way, because its mapping can't be changed otherwise. */
  readonly remap = async (): Promise<void> => {
    const { uploadId, answers } = this.list!
    const body = { uploadId, answers, ...sameReading(this.list!) }
    await answered(api.POST('/v1/postbatches/{id}/imports', { params: { path: { id: this.#id() } }, body }))
    await this.refresh()
  }

  /** Updates the mailing after a change of cost centre; a price is then calculated again. */
  readonly regrouped = (changed: Schemas['Postbatch']): void => {
    if (this.resource.data?.status === 'VALIDATED') this.isPriced = true
    this.resource.set(changed)
  }
}
