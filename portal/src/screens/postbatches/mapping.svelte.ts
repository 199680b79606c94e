import { answered, api, type Schemas } from '../../api/client.ts'
import { Resource } from '../../api/resource.svelte.ts'
import { ColumnChoices } from './column-choices.svelte.ts'
import {
  asSuggested,
  choiceOf,
  columnsOf,
  groupFields,
  mappingOf,
  plainFields,
  printsText,
  samplesToShow,
  stillMissing,
  textIn,
  withBeforeName,
} from './columns.ts'
import { withIncluded } from './missed-columns.ts'
import {
  answersTo,
  chosenBy,
  decidedBy,
  isAboutFile,
  isNotation,
  joined,
  keyOf,
  relevantQuestions,
} from './questions.ts'

type List = Schemas['Import']
type SampleRow = Schemas['ImportSample']['rows'][number]

/** The columns of a list while the user maps them to fields. Create it during component initialisation. */
export class ColumnMapping {
  readonly chosen: ColumnChoices
  readonly presets: Resource<Schemas['MappingPreset'][]>
  readonly sample: Resource<Schemas['ImportSample']>
  readonly #design: Resource<unknown>
  readonly #list: () => List

  constructor(postbatch: () => Schemas['Postbatch'], list: () => List) {
    this.#list = list
    this.chosen = new ColumnChoices(() => `${list().postbatchId} ${list().uploadId} ${list().sheet ?? ''}`)
    this.presets = new Resource(
      () => 'mapping-presets',
      async () => {
        const query = { limit: 200, sort: 'name' } as const
        return (await answered(api.GET('/v1/mapping-presets', { params: { query } }))).data
      },
    )
    // A stored choice may be of a preset that was deleted since.
    $effect.pre(() => {
      if (this.presets.data && this.chosen.presetId !== '' && !this.preset) this.chosen.reset()
    })
    this.sample = new Resource(
      () => `imports/${list().id}/sample ${list().revision}`,
      () => {
        const { presetId } = this.chosen
        const path = { id: list().postbatchId, importId: list().id }
        const params = { path, query: presetId === '' ? {} : { presetId } }
        return answered(api.GET('/v1/postbatches/{id}/imports/{importId}/sample', { params }))
      },
      () => this.chosen.presetId,
    )
    this.#design = new Resource<unknown>(
      () => `templates/${postbatch().templateId}/fields`,
      () =>
        answered(api.GET('/v1/templates/{id}/fields', { params: { path: { id: postbatch().templateId } } })),
    )
  }

  readonly preset = $derived.by(() => this.presets.data?.find(({ id }) => id === this.chosen.presetId))
  /** The server's match of the selected preset; undefined while loading. */
  readonly suited = $derived.by(() => {
    const { data } = this.sample
    return this.preset && data?.preset?.id === this.chosen.presetId ? data.preset : undefined
  })
  /** True while the preset's questions are loading. */
  readonly isLoading = $derived.by(
    () => this.chosen.presetId !== '' && (!this.suited || this.sample.isLoading),
  )
  /** Initial mapping: the suggestion or the selected preset. */
  readonly suggested = $derived.by(() =>
    this.suited ? this.suited.mapping : this.#list().suggestion.mapping,
  )
  readonly #properties = $derived.by(
    () => (this.#design.data as { properties?: Record<string, object> } | undefined)?.properties ?? {},
  )
  /** Merge fields. */
  readonly merge = $derived(Object.keys(this.#properties).map((name) => `data.${name}`))
  readonly #fields = $derived.by(() => [
    ...new Set([
      ...plainFields,
      ...this.merge,
      ...Object.keys(this.suggested?.fields ?? {}),
      ...this.#list().suggestion.missingFields,
    ]),
  ])
  /** Returns the label that the template gives a merge field; undefined if none. */
  readonly titleOf = (field: string): string | undefined =>
    (this.#properties[field.slice('data.'.length)] as { title?: string } | undefined)?.title
  /** Fields by what the list has for them at first. */
  readonly groups = $derived.by(() =>
    groupFields(this.#fields, this.suggested, this.#list().suggestion.missingFields),
  )
  /** Whether the template prints a composed salutation. */
  readonly isOfSalutation = $derived(
    this.merge.includes('data.salutation') && this.merge.includes('data.sex'),
  )

  /** Returns the chosen or suggested column of a field; '' for none. */
  readonly choiceFor = (field: string): string => {
    const choice = this.chosen.columns[field]
    const source = this.suggested?.fields[field]
    const isThere =
      choice === '' ||
      (choice === asSuggested && source !== undefined) ||
      this.#list().columns.includes(choice ?? '\u0000')
    return isThere ? choice! : choiceOf(source)
  }

  /** Required fields without a column. */
  readonly missing = $derived.by(() => stillMissing(this.#list().suggestion.missingFields, this.choiceFor))

  /** Columns mapped to a field. */
  readonly #columnsFor = (field: string): readonly string[] => {
    const source = this.suggested?.fields[field]
    const choice = this.choiceFor(field)
    const { beforeName } = this.chosen
    const columns = choice === asSuggested && source ? columnsOf(source) : [choice]
    const isBefore =
      field === 'recipient.name' && beforeName !== '' && choice !== '' && !columns.includes(beforeName)
    return isBefore ? [beforeName, ...columns] : columns
  }

  /** Returns values of a field's columns. */
  readonly samplesOf = (field: string): string => {
    const isText = printsText(field, this.#properties)
    const columns = this.#columnsFor(field)
    return samplesToShow(this.sample.data, this.#list().columns, { columns, isText })
  }

  /** Returns the text of a field in a row of the file; undefined without a column. */
  readonly textOf = (field: string, row: SampleRow): string | undefined => {
    const source = this.result?.fields[field]
    return source && textIn(source, this.#list().columns, row, printsText(field, this.#properties))
  }

  readonly #used = $derived(new Set(this.#fields.flatMap(this.#columnsFor)))
  /** Columns mapped to merge fields. */
  readonly #inLetter = $derived(
    new Set(this.#fields.filter((field) => field.startsWith('data.')).flatMap(this.#columnsFor)),
  )
  readonly #relevantOf = (among: readonly Schemas['ListQuestion'][]) =>
    relevantQuestions(among, this.#used, {
      inName: this.#columnsFor('recipient.name'),
      inLetter: this.#inLetter,
      columnsFor: this.#columnsFor,
    }).filter((one) => !isAboutFile(one))
  /** Questions about columns that the preset doesn't use. */
  readonly #missed = $derived(this.#relevantOf(this.suited?.questions ?? []))
  readonly questions = $derived.by(() =>
    joined(
      this.#relevantOf(this.#list().questions),
      this.#relevantOf(this.sample.data?.questions ?? []),
      this.#missed,
    ),
  )
  readonly answers = $derived.by(() => ({
    ...decidedBy(this.questions),
    ...chosenBy(this.#list().answers),
    ...chosenBy(this.preset?.answers ?? []),
    ...this.chosen.answers,
  }))
  readonly isQuestionOpen = $derived.by(
    () =>
      this.#list().questions.some((question) => question.required && isAboutFile(question)) ||
      this.questions.some((question) => question.required && !this.answers[keyOf(question)]),
  )

  /** The mapping to send. */
  readonly result = $derived.by(() => {
    const picked = Object.fromEntries(this.#fields.map((field) => [field, this.choiceFor(field)]))
    const included = this.#missed.filter((one) => this.answers[keyOf(one)] === 'include')
    const { mapping } = this.#list().suggestion
    return withBeforeName(
      withIncluded(mappingOf(picked, this.suggested), mapping, included),
      this.chosen.beforeName,
    )
  })

  /** Answers for a preset: those about the columns, and how the file is read. */
  get kept(): Schemas['ListAnswer'][] {
    return [...answersTo(this.questions, this.answers), ...this.#list().reading]
  }

  /** Answers for the check. */
  get sent(): Schemas['ListAnswer'][] {
    return answersTo([...this.#list().questions, ...this.#missed.filter(isNotation)], this.answers)
  }
}
