import { tick } from 'svelte'
import { payer } from '../messages/own-mail.svelte.ts'
import { zone } from '../messages/time-zone.svelte.ts'
import { ApiProblem, answered, api, type Mode, onSignedOut, place, type Schemas } from './client.ts'
import { forgetAnswers } from './resource.svelte.ts'

type Current = Schemas['CurrentSession']

const modeKey = 'lettershop.mode'
/** Kept while a person is signed in: without it there is no session to ask for, and a visitor sees the form at once. */
const signedInKey = 'lettershop.signedIn'

/** Who was signed in last in this browser. */
const lastKey = 'lettershop.last'

/** Forgets what this tab keeps of what was typed, by all or by all but one person, whose id is in its keys. */
const forgetTyped = (exceptUserId?: string): void => {
  for (const key of Object.keys(sessionStorage)) {
    const isTheirs = exceptUserId !== undefined && key.includes(exceptUserId)
    if (key.startsWith('lettershop.') && !isTheirs) sessionStorage.removeItem(key)
  }
}

class Session {
  /** Undefined until it is known; null where nobody is signed in. */
  current = $state<Current | null | undefined>(undefined)
  /** True after a session ended while it was in use: the screens stay and a dialog asks for the password. */
  hasEnded = $state(false)
  mode = $state<Mode>(localStorage.getItem(modeKey) === 'live' ? 'live' : 'test')
  /** What is typed and not saved yet: saves it, and says whether it could. Asked before a person signs out. */
  readonly unsaved = new Set<() => Promise<boolean>>()
  /** Called when nobody is signed in any more, to let go of what is kept for the person. */
  readonly left = new Set<() => void>([forgetAnswers])
  /**
   * Tells the other tabs of this browser who signed in, or null when the person signed out: no tab goes on showing
   * what another person saw.
   */
  readonly #otherTabs = new BroadcastChannel('lettershop.session')

  constructor() {
    place.mode = this.mode
    this.#otherTabs.onmessage = ({ data: userId }: MessageEvent<string | null>) => {
      if (userId !== null) {
        if (this.current?.user.id === userId) this.hasEnded = false
        else location.reload()
        return
      }
      this.#leave()
      forgetTyped()
    }
    onSignedOut.listener = () => {
      if (this.current) this.hasEnded = true
    }
  }

  set(current: Current): void {
    if (this.current && this.current.user.id !== current.user.id) forgetAnswers()
    forgetTyped(current.user.id)
    this.current = current
    payer.isOwnMail = current.organisation?.billingMode === 'OWN_MAIL'
    zone.name = current.organisation?.timeZone
    zone.country = current.organisation?.country
    this.hasEnded = false
    place.organisationId = current.organisationId
    localStorage.setItem(signedInKey, 'yes')
    localStorage.setItem(lastKey, current.user.id)
  }

  /** Nobody is signed in. What was typed stays in the tab for the same person, whose session may only have ended. */
  #leave(): void {
    this.current = null
    this.hasEnded = false
    localStorage.removeItem(signedInKey)
    for (const forget of this.left) forget()
  }

  async load(): Promise<void> {
    if (!localStorage.getItem(signedInKey)) return this.#leave()
    try {
      this.set(await answered(api.GET('/v1/session')))
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error
      this.#leave()
    }
  }

  /** `home` leads to the first page: what is open there belongs to whoever was signed in last. */
  async signIn(email: string, password: string, code: string, home: () => Promise<unknown>): Promise<void> {
    const body = { email, password, ...(code ? { code } : {}) }
    const current = await answered(api.POST('/v1/session', { body }))
    const isAnother = this.current && this.current.user.id !== current.user.id
    const last = localStorage.getItem(lastKey)
    if (!this.current && last !== null && last !== current.user.id) await home()
    this.set(current)
    this.#otherTabs.postMessage(current.user.id)
    if (!isAnother) return
    // Another person takes over the page of one whose session ended, and finds nothing of theirs in it: their
    // screens are gone before the page is, so that nothing asks whether to stay.
    await tick()
    location.reload()
  }

  /** What is not saved is saved first; `asksToLose` is asked where that fails, and nothing happens if it says no. */
  async signOut(asksToLose: () => boolean): Promise<void> {
    const saved = await Promise.all([...this.unsaved].map((save) => save()))
    if (saved.includes(false) && !asksToLose()) return
    await answered(api.DELETE('/v1/session'))
    this.#leave()
    forgetTyped()
    this.#otherTabs.postMessage(null)
  }

  async switchTo(organisationId: string): Promise<void> {
    const params = { path: { id: organisationId } }
    this.set(await answered(api.POST('/v1/organisations/{id}/switch', { params })))
  }

  setMode(mode: Mode): void {
    this.mode = mode
    place.mode = mode
    localStorage.setItem(modeKey, mode)
  }

  can(permission: string): boolean {
    return this.current?.permissions.includes(permission) ?? false
  }

  /** False for an operator who only reads the organisation: exports, previews and tickets are its members'. */
  get isMember(): boolean {
    return this.organisation?.isMember === true
  }

  /** Whether the person makes mail, looks after programs or keeps the books: others only look, or approve. */
  get makes(): boolean {
    const making = ['items.write', 'postflows.write', 'webhooks.manage', 'apikeys.manage', 'billing.read']
    return making.some((permission) => this.can(permission))
  }

  /** Whether the person runs this instance, with this scope. */
  runs(
    scope: 'platform.admin' | 'catalogue.manage' | 'runs.manage' | 'printers.manage' | 'tenants.read',
  ): boolean {
    return this.current?.user.operatorScopes.includes(scope) ?? false
  }

  /** False for an organisation that prints its own mail: it is shown no price, and prints what is ready. */
  get pays(): boolean {
    return !payer.isOwnMail
  }

  /** Where the organisation is that is shown: addresses and countries that are asked for begin there. */
  get country(): string {
    return this.organisation?.country ?? 'NL'
  }

  /** The organisation that is shown; an operator need not belong to it. */
  get organisation(): Current['organisation'] | undefined {
    return this.current?.organisation
  }
}

export const session = new Session()
