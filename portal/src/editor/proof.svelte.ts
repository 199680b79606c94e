import { colourOf, type Finding, type Piece, type TemplateDocument } from '#lettershop/template'
import { ApiProblem, answered, api, type Schemas } from '../api/client.ts'
import { pngOf } from '../paper/png.ts'
import type { Filling } from './model/samples.ts'
import { rememberInks } from './paint/inks.svelte.ts'

export interface ProofRequest {
  document: TemplateDocument
  /** 0-based. */
  page: number
  filling: Filling
  dpi: number
}

/** Loads press pictures of a document, one at a time; a newer request replaces a waiting one. */
export class Proof {
  /** Object URL of the page as the press draws it. */
  url = $state('')
  /** The request that the picture answers. */
  answered = $state.raw<ProofRequest | undefined>(undefined)
  findings = $state.raw<readonly Finding[]>([])
  /** Values used for tags and address. */
  piece = $state.raw<Piece | undefined>(undefined)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  /** Incremented with each picture, whose colours replace estimated ones. */
  inks = $state(0)
  readonly #specificationId: string
  #isRunning = false
  #next: ProofRequest | undefined

  constructor(specificationId: string) {
    this.#specificationId = specificationId
  }

  request(request: ProofRequest): void {
    this.#next = request
    if (!this.#isRunning) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    while (this.#next) {
      const request = this.#next
      this.#next = undefined
      try {
        this.#show(request, await this.#drawn(request))
        this.problem = undefined
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        this.problem = error
      }
    }
    this.#isRunning = false
  }

  #drawn({ document, page, filling, dpi }: ProofRequest): Promise<Schemas['TemplatePreview']> {
    const body = {
      productSpecificationId: this.#specificationId,
      document,
      ...filling,
      page: page + 1,
      dpi,
      box: 'BLEED',
    } as Schemas['TemplatePreviewRequest']
    return answered(api.POST('/v1/templates/preview', { body }))
  }

  #show(request: ProofRequest, { findings, image, colors, piece }: Schemas['TemplatePreview']): void {
    rememberInks(colors, (name) => colourOf(request.document, name))
    this.inks++
    this.findings = findings.map((finding) => ({ ...finding, params: finding.params }) as Finding)
    this.piece = pieceOf(piece)
    const before = this.url
    this.url = image ? URL.createObjectURL(pngOf(image.png)) : ''
    this.answered = request
    if (before) URL.revokeObjectURL(before)
  }

  close(): void {
    this.#next = undefined
    if (this.url) URL.revokeObjectURL(this.url)
    this.url = ''
  }
}

const pieceOf = ({ returnLine, carrierCode, ...piece }: Schemas['TemplatePreviewPiece']): Piece => ({
  itemId: 'sample',
  ...piece,
  ...(returnLine === null ? {} : { returnLine }),
  ...(carrierCode === null ? {} : { carrierCode }),
})
