import type { TemplateDocument } from '../../../src/core/template/document.ts'
import { ApiProblem, answered, api, newIntention, type Schemas } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'
import type { Editing } from './editing.svelte.ts'
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts'
import { isWhatWasSent, passes, pauseMs } from './model/retrying.ts'

/** A draft is saved when nothing has changed for so long. */
const restMs = 2_000
/** A server that does not answer for so long counts as gone. */
const patienceMs = 30_000

/** What another person, or another tab, has saved meanwhile. */
export interface Theirs {
  revision: number
  updatedAt: string
  document: TemplateDocument
}

const pathOf = (id: string) => ({ path: { id } })

/** A pause is this screen's own to make: the client's would keep it from saying so. */
const atOnce = { fetch: (request: Request) => fetch(request) }

/** Saves a draft while it is being worked on, and publishes it. */
export class Saving {
  /** `unreachable` and `busy` are tried again by themselves. */
  state: 'saved' | 'changed' | 'saving' | 'failed' | 'unreachable' | 'busy' = $state('saved')
  problem = $state.raw<ApiProblem | undefined>(undefined)
  theirs = $state.raw<Theirs | undefined>(undefined)
  savedAt = $state<string>('')
  /** What was published last, with its number. */
  published = $state.raw<{ number: number; document: TemplateDocument } | undefined>(undefined)
  /** True while a save is on its way. */
  isTrying = $state(false)
  readonly #id: string
  /** Whose work it is: another person who takes over the tab neither sends nor finds it. */
  readonly #userId: string
  readonly #editing: Editing
  #revision: number
  #saved: TemplateDocument
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<boolean> | undefined
  /** How often saving has failed, one time after the other. */
  #failures = 0
  #hasLeft = false
  /** Asked for while a save was on its way: if that fails, the next one follows at once. */
  #isWanted = false

  /** `publishedAs` is the version that the draft is the same as, where there is one. */
  constructor(
    id: string,
    editing: Editing,
    draft: { revision: number; updatedAt: string },
    publishedAs?: number,
  ) {
    this.#id = id
    this.#userId = session.current?.user.id ?? ''
    this.#editing = editing
    this.#revision = draft.revision
    this.#saved = editing.document
    this.savedAt = draft.updatedAt
    if (publishedAs !== undefined) this.published = { number: publishedAs, document: editing.document }
    this.#takeUp()
  }

  /** The version that is the same as what is shown; undefined where there is something to publish. */
  get isPublishedAs(): number | undefined {
    return this.published?.document === this.#editing.document ? this.published.number : undefined
  }

  get isChanged(): boolean {
    return this.#editing.document !== this.#saved
  }

  /** Goes on with what could not be saved before this page was opened; undo goes back to what is saved. */
  #takeUp(): void {
    const kept = keptDraft(this.#userId, this.#id)
    if (!kept || this.#editing.isReadOnly) return
    const stored = this.#saved
    // Where nothing was saved since, it is not saved, however much it looks like it.
    if (kept.revision !== this.#revision && isWhatWasSent(stored, kept.document)) {
      forgetDraft(this.#userId, this.#id)
      return
    }
    this.#editing.change(kept.document)
    if (kept.revision !== this.#revision) {
      this.theirs = { revision: this.#revision, updatedAt: this.savedAt, document: stored }
    }
  }

  /** Told of every change. */
  changed(): void {
    if (this.theirs || this.#editing.isReadOnly) return
    // What waits for the server takes this change along.
    if (this.#failures > 0 && this.isChanged) return
    clearTimeout(this.#timer)
    if (!this.isChanged) {
      this.#rest()
      return
    }
    this.state = 'changed'
    this.#timer = setTimeout(() => void this.save(), restMs)
  }

  /** Nothing is to be saved, be it that a change was taken back. */
  #rest(): void {
    this.#failures = 0
    this.problem = undefined
    if (!this.isTrying) this.state = 'saved'
    forgetDraft(this.#userId, this.#id)
  }

  /** True where everything is saved then. */
  async save(): Promise<boolean> {
    clearTimeout(this.#timer)
    if (this.theirs) return false
    this.#running ??= this.#put().finally(() => {
      this.#running = undefined
      this.isTrying = false
    })
    const isSaved = await this.#running
    return isSaved && this.isChanged ? this.save() : isSaved
  }

  /** The network is there again, or a person does not want to wait. */
  tryNow(): void {
    if (this.#failures === 0) return
    this.#failures = 1
    // What is on its way was perhaps sent too early.
    this.#isWanted = this.isTrying
    void this.save()
  }

  async #put(): Promise<boolean> {
    if (!this.isChanged) return true
    if (session.current?.user.id !== this.#userId) return false
    const { document } = this.#editing
    this.isTrying = true
    if (this.#failures === 0) this.state = 'saving'
    try {
      const draft = await answered(
        api.PUT('/v1/templates/{id}/draft', {
          ...atOnce,
          params: { ...pathOf(this.#id), header: { 'If-Match': `"${this.#revision}"` } },
          body: { document: document as Schemas['TemplateDraftUpdate']['document'] },
          signal: AbortSignal.timeout(patienceMs),
        }),
      )
      this.#noteSaved(draft.revision, draft.updatedAt, document)
      return true
    } catch (error) {
      return await this.#failed(error, document)
    }
  }

  async #failed(error: unknown, sent: TemplateDocument): Promise<boolean> {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status !== 412) {
      this.#refused(error)
      return false
    }
    try {
      const { revision, updatedAt, document } = await answered(
        api.GET('/v1/templates/{id}/draft', {
          ...atOnce,
          params: pathOf(this.#id),
          signal: AbortSignal.timeout(patienceMs),
        }),
      )
      if (isWhatWasSent(document, sent)) {
        this.#noteSaved(revision, updatedAt, sent)
        return true
      }
      this.#failures = 0
      this.state = 'failed'
      this.theirs = { revision, updatedAt, document: document as TemplateDocument }
    } catch (later) {
      if (!(later instanceof ApiProblem)) throw later
      this.#refused(later)
    }
    return false
  }

  #refused(problem: ApiProblem): void {
    keepDraft(this.#userId, this.#id, { revision: this.#revision, document: this.#editing.document })
    const { status, retryAfterSeconds } = problem
    if (!passes(status)) {
      this.#failures = 0
      this.state = 'failed'
      this.problem = problem
      return
    }
    this.#failures++
    this.problem = undefined
    this.state = status === 0 ? 'unreachable' : status === 401 ? 'failed' : 'busy'
    if (this.#hasLeft) return
    const pause = this.#isWanted ? 0 : pauseMs(this.#failures, retryAfterSeconds)
    this.#isWanted = false
    this.#timer = setTimeout(() => void this.save(), pause)
  }

  #noteSaved(revision: number, updatedAt: string, document: TemplateDocument): void {
    this.#revision = revision
    this.#saved = document
    this.savedAt = updatedAt
    this.problem = undefined
    this.#failures = 0
    this.state = 'saved'
    forgetDraft(this.#userId, this.#id)
    this.changed()
  }

  /** Saves what is here over what the others have saved. */
  async keepMine(): Promise<void> {
    if (!this.theirs) return
    this.#revision = this.theirs.revision
    this.theirs = undefined
    await this.save()
  }

  /** Goes on with what the others have saved; what was here can be had back by undoing. */
  takeTheirs(): void {
    const { theirs } = this
    if (!theirs) return
    this.theirs = undefined
    this.#editing.change(theirs.document)
    this.#noteSaved(theirs.revision, theirs.updatedAt, theirs.document)
  }

  /** What publishing would find; undefined where the draft could not be saved, which the state says. */
  async check(): Promise<Schemas['TemplateDraftCheck']['findings'] | undefined> {
    if (!(await this.save())) return undefined
    const { findings } = await answered(
      api.GET('/v1/templates/{id}/draft/check', { params: pathOf(this.#id) }),
    )
    return findings
  }

  /**
   * Publishes what is saved; nothing where it could not be saved, which the state says. Throws `ApiProblem` with
   * everything that keeps it from being printed.
   */
  async publish(): Promise<Schemas['TemplateVersion'] | undefined> {
    if (!(await this.save())) return undefined
    const document = this.#saved
    try {
      const version = await answered(
        api.POST('/v1/templates/{id}/publish', {
          params: {
            ...pathOf(this.#id),
            header: { 'If-Match': `"${this.#revision}"`, 'Idempotency-Key': newIntention() },
          },
        }),
      )
      this.published = { number: version.number, document }
      return version
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 412) await this.#failed(error, this.#saved)
      throw error
    }
  }

  /** Keeps in this tab what is not saved: the page may be gone in a moment. */
  keep(): void {
    if (!this.isChanged || this.#editing.isReadOnly) return
    keepDraft(this.#userId, this.#id, { revision: this.#revision, document: this.#editing.document })
  }

  /** The screen is left: what is not saved yet is sent at once, and kept in case that no answer comes. */
  leave(): void {
    clearTimeout(this.#timer)
    this.#hasLeft = true
    this.keep()
    if (this.isChanged && !this.theirs && !this.#editing.isReadOnly) void this.save()
  }
}
