import { untrack } from 'svelte'
import {
  type BoxMm,
  type CoveredZone,
  coveredZones,
  elementWithBox,
  type Finding,
  isOfPdfInZone,
  overlaps,
  type Piece,
  printsSalutation,
  publishFindings,
} from '#lettershop/template'
import { type FontBook, openFontBook, platformFonts } from '#lettershop/typesetting'
import type { Schemas } from '../api/client.ts'
import { Assets } from './assets.svelte.ts'
import type { Editing } from './editing.svelte.ts'
import { placeOf } from './model/places.ts'
import { type Filling, fillingOf, type SampleKind } from './model/samples.ts'
import { fontFiles } from './paint/fonts.ts'
import { screenColour } from './paint/inks.svelte.ts'
import type { Mark } from './paint/interpret.ts'
import { Painter } from './paint/painter.ts'
import { Proof } from './proof.svelte.ts'
import type { View } from './Stage.svelte'

/** Delay before the press picture is requested, in ms; short in views that show it. */
const restMs = { edit: 900, proof: 60, difference: 60 } as const
export const proofDpi = 144

/** Codes that only the press finds, because they need files or measurements. */
const foundByPress = new Set([
  'image_unsupported',
  'image_resolution',
  'pdf_unsupported',
  'pdf_stretched',
  'pdf_scaled',
  'pdf_trim',
  'pdf_layers_hidden',
  'pdf_annotations',
  'pdf_fields_unsure',
  'rgb_object',
  'low_resolution',
  'transparency_space',
  'font_fallback',
  'font_weight',
  'white_overprint',
  'spot_colour',
  'font_not_embeddable',
  'sequence_zone_too_small',
  'mark_zone_too_small',
  'assets_too_large',
  'file_too_complex',
])
/** Codes that the editor reports for elements, and the press for the contents of PDFs. */
const foundInPdfs = new Set([
  'bleed_missing',
  'hairline',
  'ink_total',
  'rich_black',
  'small_text_inks',
  'small_text_tint',
])

/** Whether a finding, from the editor or the press, is about this covered zone. */
const isAbout = (finding: Finding, covered: CoveredZone): boolean =>
  isOfPdfInZone(finding) && isOfPdfInZone(covered.finding)
    ? finding.page === covered.page && finding.box !== undefined && overlaps(finding.box, covered.zone)
    : JSON.stringify(finding) === JSON.stringify(covered.finding)

/** The sheet as the typesetter draws it, with all findings. Create it during component initialisation. */
export class Drawing {
  sample = $state<SampleKind | 'items'>('sample')
  /** The item that provides the merge fields, if one was chosen. */
  item = $state.raw<Schemas['Item'] | undefined>(undefined)
  isBroken = $state(false)
  readonly proof: Proof
  readonly assets: Assets
  readonly #editing: Editing
  #book = $state.raw<FontBook | undefined>(undefined)

  readonly filling: Filling = $derived.by(() => {
    const { sample, item } = this
    if (sample !== 'items') return fillingOf(this.#editing.document, sample)
    return item ? { data: item.data, recipient: { ...item.recipient } } : { data: {} }
  })
  readonly #piece: Piece = $derived.by(() => {
    const known: Partial<Piece> & Omit<Piece, 'data'> = this.proof.piece ?? {
      itemId: '',
      addressLines: [],
      trackingUrl: '',
      optOutUrl: '',
    }
    const { data } = this.filling
    // The salutation isn't a merge field; it comes from the server.
    const salutation = printsSalutation(this.#editing.document) ? known.data?.salutation : undefined
    return { ...known, data: salutation === undefined ? data : { ...data, salutation } }
  })

  readonly #scene = $derived.by(() => this.assets.scene)
  /** URLs of pictures by name in content streams. */
  readonly pictures: ReadonlyMap<string, string> = $derived.by(() => this.#scene.pictures)

  readonly painter: Painter | undefined = $derived.by(() => {
    // Draws again when the server has provided colours that were estimated.
    void this.proof.inks
    if (!this.#book) return undefined
    const { sheet } = this.#editing
    const { images, pdfPages } = this.#scene
    return new Painter({ sheet, book: this.#book, images, pdfPages, piece: this.#piece, screenColour })
  })

  readonly #drawn = $derived.by(() => {
    const { document } = this.#editing
    return document.pages.map((_, page) => this.painter?.page(document, page) ?? [])
  })
  readonly marks: readonly (readonly Mark[])[] = $derived.by(() => {
    const { document, page } = this.#editing
    const own = this.#drawn[page]?.map(({ marks }) => marks) ?? []
    return this.painter ? [...own, this.painter.runMarks(document, page)] : own
  })

  readonly findings: readonly Finding[] = $derived.by(() => {
    const { document, sheet } = this.#editing
    const known = { fonts: platformFonts.map(({ id }) => id), assets: this.assets.usable(document) }
    // Only the press draws PDFs, so only it can tell whether one covers a zone.
    const own = publishFindings(document, sheet, known).filter((finding) => !isOfPdfInZone(finding))
    const set = this.#drawn.flatMap((page) => page.flatMap(({ findings }) => findings))
    const press = this.proof.findings.filter(
      (finding) =>
        foundByPress.has(finding.code) ||
        isOfPdfInZone(finding) ||
        (foundInPdfs.has(finding.code) && elementWithBox(finding, document, sheet) === undefined),
    )
    const all = new Map([...own, ...set, ...press].map((finding) => [JSON.stringify(finding), finding]))
    return [...all.values()].sort(
      (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
    )
  })
  readonly wrongElements: ReadonlySet<number> = $derived.by(() => {
    const { document, page, sheet } = this.#editing
    const places = this.findings
      .filter(({ severity }) => severity === 'error')
      .map((finding) => placeOf(finding, document, sheet))
    return new Set(places.flatMap((place) => (place.page === page ? (place.element ?? []) : [])))
  })
  /** Zones of this page that elements or the contents of PDFs overlap, each with its finding. */
  readonly covered: readonly CoveredZone[] = $derived.by(() => {
    const { document, page, sheet } = this.#editing
    if (!this.findings.some(({ code }) => code === 'zone_covered')) return []
    const coveredFindings = this.findings.filter(({ code }) => code === 'zone_covered')
    return coveredZones(document, sheet).flatMap((one) => {
      if (one.page !== page + 1) return []
      const finding = coveredFindings.find((found) => isAbout(found, one))
      return finding ? [{ ...one, finding }] : []
    })
  })
  readonly wrongBoxes: { box: BoxMm; severity: Finding['severity'] }[] = $derived.by(() =>
    this.findings.flatMap(({ page, box, severity }) =>
      box && page === this.#editing.page + 1 ? { box, severity } : [],
    ),
  )

  /** URL of the press picture, if it shows this page. */
  readonly proofUrl: string = $derived.by(() =>
    this.proof.answered?.page === this.#editing.page ? this.proof.url : '',
  )

  /** Whether the press picture shows the current state of this page. */
  readonly isProofCurrent: boolean = $derived.by(() => {
    const { answered } = this.proof
    const { document, page } = this.#editing
    return answered?.document === document && answered.page === page && answered.filling === this.filling
  })

  constructor(specificationId: string, editing: Editing, view: () => View) {
    this.#editing = editing
    this.proof = new Proof(specificationId)
    this.assets = new Assets(specificationId)
    $effect(() => {
      const { document } = editing
      untrack(() => this.assets.load(document))
    })
    const fonts = $derived(JSON.stringify([editing.document.fonts, editing.document.locale]))
    $effect(() => {
      void fonts
      void this.#openBook()
    })
    $effect(() => {
      const { document, page, isMoving } = editing
      const request = { document, page, filling: this.filling, dpi: proofDpi }
      const rest = restMs[view()]
      if (isMoving || untrack(() => this.isProofCurrent)) return
      const timer = setTimeout(
        () => this.proof.request(request),
        untrack(() => this.proof.answered) ? rest : 0,
      )
      return () => clearTimeout(timer)
    })
  }

  async #openBook(): Promise<void> {
    const { document } = this.#editing
    try {
      const book = await openFontBook(document, fontFiles)
      if (document.fonts === this.#editing.document.fonts || !this.#book) this.#book = book
      this.isBroken = false
    } catch {
      this.isBroken = true
    }
  }

  close(): void {
    this.proof.close()
    this.assets.close()
  }
}
