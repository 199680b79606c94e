import { ApiProblem, answered, api, type Schemas } from '../../../api/client.ts'
import { pngOf } from '../../../paper/png.ts'

type Request = Schemas['TemplatePreviewRequest']

/** Returns the version that a Postflow prints. Throws `ApiProblem` (404) if it is missing. */
export const versionOf = async ({ templateId, templateVersionId }: Schemas['Postflow']) => {
  const path = { id: templateId }
  let cursor: string | undefined
  do {
    const query = { limit: 200, cursor }
    const page = await answered(api.GET('/v1/templates/{id}/versions', { params: { path, query } }))
    const version = page.data.find(({ id }) => id === templateVersionId)
    if (version) {
      const params = { path: { ...path, number: String(version.number) } }
      return answered(api.GET('/v1/templates/{id}/versions/{number}', { params }))
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  throw new ApiProblem(404, {})
}

/** Loads press pictures of an unsaved item, one at a time; a newer request replaces a waiting one. */
export class Preview {
  url = $state('')
  pageCount = $state(1)
  problem = $state.raw<ApiProblem | undefined>(undefined)
  #isRunning = false
  #next: Request | undefined

  request(request: Request): void {
    this.#next = request
    if (!this.#isRunning) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    while (this.#next) {
      const body = this.#next
      this.#next = undefined
      try {
        const { image, pageCount } = await answered(api.POST('/v1/templates/preview', { body }))
        this.pageCount = pageCount
        this.#show(image ? URL.createObjectURL(pngOf(image.png)) : '')
        this.problem = undefined
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        this.problem = error
      }
    }
    this.#isRunning = false
  }

  #show(url: string): void {
    if (this.url) URL.revokeObjectURL(this.url)
    this.url = url
  }

  close(): void {
    this.#next = undefined
    this.#show('')
  }
}
