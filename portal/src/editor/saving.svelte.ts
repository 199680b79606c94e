import type { TemplateDocument } from '#lettershop/template'
import { ApiProblem, answered, api, newIntention, type Schemas } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'
import type { Editing } from './editing.svelte.ts'
import { matchesSent, passes, pauseMs } from './model/retrying.ts'
import { forgetDraft, storeDraft, storedDraft } from './stored-draft.ts'

/** A draft is saved after this time without changes, in ms. */
const restMs = 2_000
/** Timeout of a save or a check, in ms. */
const patienceMs = 30_000

/** A draft saved by another user or tab in the meantime. */
export interface Theirs {
  revision: number
  updatedAt: string
  document: TemplateDocument
}

const pathOf = (id: string) => ({ path: { id } })

/** Bypasses the client's retries, because this class retries itself and the screen shows the delays. */
const atOnce = { fetch: (request: Request) => fetch(request) }

/** Saves a draft during editing, and publishes it. */
export class Saving {
  /** `unreachable` and `busy` are retried automatically. */
  state: 'saved' | 'changed' | 'saving' | 'failed' | 'unreachable' | 'busy' = $state('saved')
  problem = $state.raw<ApiProblem | undefined>(undefined)
  theirs = $state.raw<Theirs | undefined>(undefined)
  savedAt = $state<string>('')
  /** The latest published version and its number. */
  published = $state.raw<{ number: number; document: TemplateDocument } | undefined>(undefined)
  /** True during a save. */
  isTrying = $state(false)
  readonly #id: string
  /** The editing user. Another user who signs in here neither saves nor sees the draft. */
  readonly #userId: string
  readonly #editing: Editing
  #revision: number
  #saved: TemplateDocument
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<boolean> | undefined
  /** Consecutive failures. */
  #failures = 0
  #hasLeft = false
  /** True if a retry was requested during a running save: if that one fails, the next follows at once. */
  #isRequested = false

  /** `publishedAs` is the version equal to the draft, if any. */
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

  /** The version equal to the current document; undefined if there is something to publish. */
  get isPublishedAs(): number | undefined {
    return this.published?.document === this.#editing.document ? this.published.number : undefined
  }

  get isChanged(): boolean {
    return this.#editing.document !== this.#saved
  }

  /** Restores changes stored in this tab; a draft saved since becomes `theirs`. Undo returns to the draft. */
  #takeUp(): void {
    const local = storedDraft(this.#userId, this.#id)
    if (!local || this.#editing.isReadOnly) return
    const stored = this.#saved
    // At the same revision the stored copy is unsaved, even if only defaults differ.
    if (local.revision !== this.#revision && matchesSent(stored, local.document)) {
      forgetDraft(this.#userId, this.#id)
      return
    }
    this.#editing.change(local.document)
    if (local.revision !== this.#revision) {
      this.theirs = { revision: this.#revision, updatedAt: this.savedAt, document: stored }
    }
  }

  /** Call after every change. Schedules a save. */
  changed(): void {
    if (this.theirs || this.#editing.isReadOnly) return
    // The pending retry will include this change.
    if (this.#failures > 0 && this.isChanged) return
    clearTimeout(this.#timer)
    if (!this.isChanged) {
      this.#rest()
      return
    }
    this.state = 'changed'
    this.#timer = setTimeout(() => void this.save(), restMs)
  }

  /** Resets the state when nothing is unsaved, for example after an undo. */
  #rest(): void {
    this.#failures = 0
    this.problem = undefined
    if (!this.isTrying) this.state = 'saved'
    forgetDraft(this.#userId, this.#id)
  }

  /** Saves all changes. Returns false if that fails, or if the draft is in conflict with `theirs`. */
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

  /** Retries a failed save at once, because the network is back or the user asks for it. */
  tryNow(): void {
    if (this.#failures === 0) return
    this.#failures = 1
    // A running attempt may have started too early; if it fails, another follows at once.
    this.#isRequested = this.isTrying
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
      if (matchesSent(document, sent)) {
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
    storeDraft(this.#userId, this.#id, { revision: this.#revision, document: this.#editing.document })
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
    const pause = this.#isRequested ? 0 : pauseMs(this.#failures, retryAfterSeconds)
    this.#isRequested = false
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

  /** Overwrites the other draft with this one. */
  async keepMine(): Promise<void> {
    if (!this.theirs) return
    this.#revision = this.theirs.revision
    this.theirs = undefined
    await this.save()
  }

  /** Continues with the other draft; undo returns to this one. */
  takeTheirs(): void {
    const { theirs } = this
    if (!theirs) return
    this.theirs = undefined
    this.#editing.change(theirs.document)
    this.#noteSaved(theirs.revision, theirs.updatedAt, theirs.document)
  }

  /** Returns the findings that publishing would report; undefined if saving failed (see `state`). */
  async check(): Promise<Schemas['TemplateDraftCheck']['findings'] | undefined> {
    if (!(await this.save())) return undefined
    const { findings } = await answered(
      api.GET('/v1/templates/{id}/draft/check', {
        params: pathOf(this.#id),
        signal: AbortSignal.timeout(patienceMs),
      }),
    )
    return findings
  }

  /** Publishes the draft; undefined if saving failed (see `state`). Throws `ApiProblem` with all findings. */
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

  /** Stores unsaved changes in the tab, because the page may close. */
  store(): void {
    if (!this.isChanged || this.#editing.isReadOnly) return
    storeDraft(this.#userId, this.#id, { revision: this.#revision, document: this.#editing.document })
  }

  /** Call when the user leaves the screen: saves at once, and stores the draft in case that fails. */
  leave(): void {
    clearTimeout(this.#timer)
    this.#hasLeft = true
    this.store()
    if (this.isChanged && !this.theirs && !this.#editing.isReadOnly) void this.save()
  }
}
