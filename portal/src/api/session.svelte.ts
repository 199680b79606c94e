import { tick } from 'svelte'
import { payer } from '../messages/own-mail.svelte.ts'
import { type Language, preferences } from '../messages/preferences.svelte.ts'
import { zone } from '../messages/time-zone.svelte.ts'
import { ApiProblem, answered, api, type Mode, onSignedOut, place, type Schemas } from './client.ts'
import { forgetAnswers } from './resource.svelte.ts'

type Current = Schemas['CurrentSession']

const modeKey = 'lettershop.mode'
/** Set in storage while a user is signed in. Without it, visitors see the form at once, without a request. */
const signedInKey = 'lettershop.signedIn'

/** Storage key of the id of this browser's last user. */
const lastKey = 'lettershop.last'

/** Removes unsaved input from the tab's storage, except that of one user, whose id is in the keys. */
const forgetTyped = (exceptUserId?: string): void => {
  for (const key of Object.keys(sessionStorage)) {
    const isTheirs = exceptUserId !== undefined && key.includes(exceptUserId)
    if (key.startsWith('lettershop.') && !isTheirs) sessionStorage.removeItem(key)
  }
}

class Session {
  /** Undefined while loading; null if signed out. */
  current = $state<Current | null | undefined>(undefined)
  /** True after the session expired in use: screens stay, and a dialog asks for the password. */
  hasEnded = $state(false)
  mode = $state<Mode>(localStorage.getItem(modeKey) === 'live' ? 'live' : 'test')
  /** Callbacks that save unsaved input and return whether they succeeded; called before sign-out. */
  readonly unsaved = new Set<() => Promise<boolean>>()
  /** Called after sign-out, to drop data kept for the user. */
  readonly left = new Set<() => void>([forgetAnswers])
  /** A chosen language that is not stored yet, because it was chosen before sign-in or storing it failed. */
  #language: Language | null | undefined
  /** Tells other tabs who signed in, or null for a sign-out, so that no tab shows another user's data. */
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
    if (this.#language === undefined) void preferences.follow(current.user.language)
    else this.chooseLanguage(this.#language).catch(() => {})
  }

  /**
   * Chooses the language of the portal and of mails, null for the browser's, and stores it in the profile. If
   * that fails, it rejects, and the choice is stored with the next session.
   */
  async chooseLanguage(language: Language | null): Promise<void> {
    this.#language = language
    void preferences.setLanguage(language)
    const { current } = this
    if (!current || current.secondFactorMissing) return
    current.user.language = language
    await answered(api.PATCH('/v1/profile', { body: { language } }))
    if (this.#language === language) this.#language = undefined
  }

  /** Waits for the user's language, so that no screen is first shown in another. */
  async #open(current: Current): Promise<void> {
    if (this.#language === undefined) await preferences.follow(current.user.language)
    this.set(current)
  }

  /** Ends the session in this tab. Keeps unsaved input for the user, whose session may have expired. */
  #leave(): void {
    this.current = null
    this.#language = undefined
    this.hasEnded = false
    localStorage.removeItem(signedInKey)
    for (const forget of this.left) forget()
  }

  async load(): Promise<void> {
    if (!localStorage.getItem(signedInKey)) return this.#leave()
    try {
      await this.#open(await answered(api.GET('/v1/session')))
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error
      this.#leave()
    }
  }

  /** Signs in. If this browser's last user was another one, first opens the first page with `home`. */
  async signIn(email: string, password: string, code: string, home: () => Promise<unknown>): Promise<void> {
    const body = { email, password, ...(code ? { code } : {}) }
    const current = await answered(api.POST('/v1/session', { body }))
    const isAnother = this.current && this.current.user.id !== current.user.id
    const last = localStorage.getItem(lastKey)
    if (!this.current && last !== null && last !== current.user.id) await home()
    await this.#open(current)
    this.#otherTabs.postMessage(current.user.id)
    if (!isAnother) return
    // Another user takes over the page of an expired session: remove its screens before the reload, so that
    // none asks whether to stay.
    await tick()
    location.reload()
  }

  /** Saves unsaved input first. If that fails, `confirmLoss` decides whether to continue. */
  async signOut(confirmLoss: () => boolean): Promise<void> {
    const saved = await Promise.all([...this.unsaved].map((save) => save()))
    if (saved.includes(false) && !confirmLoss()) return
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

  /** False for operators who only read the organisation: exports, previews and tickets are for members. */
  get isMember(): boolean {
    return this.organisation?.isMember === true
  }

  /** Whether the user can create mail, manage integrations or read bills. Others only view or approve. */
  get makes(): boolean {
    const making = ['items.write', 'postflows.write', 'webhooks.manage', 'apikeys.manage', 'billing.read']
    return making.some((permission) => this.can(permission))
  }

  /** Whether the user is an operator with this scope. */
  runs(
    scope: 'platform.admin' | 'catalogue.manage' | 'runs.manage' | 'printers.manage' | 'tenants.read',
  ): boolean {
    return this.current?.user.operatorScopes.includes(scope) ?? false
  }

  /** False for an organisation that prints its own mail and sees no prices. */
  get pays(): boolean {
    return !payer.isOwnMail
  }

  /** Country of the shown organisation, or `NL` without one: the default in address forms. */
  get country(): string {
    return this.organisation?.country ?? 'NL'
  }

  /** The shown organisation. An operator is not necessarily a member of it. */
  get organisation(): Current['organisation'] | undefined {
    return this.current?.organisation
  }
}

export const session = new Session()
