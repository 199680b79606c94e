import { session } from '../../../api/session.svelte.ts'

/** What an operator types to prove that they ask. Made while a component starts. */
export class ProofDraft {
  password = $state('')
  code = $state('')

  get needsCode(): boolean {
    return session.current?.user.secondFactorEnabled ?? false
  }

  body(): { currentPassword: string; code?: string } {
    return { currentPassword: this.password, ...(this.needsCode ? { code: this.code } : {}) }
  }

  forget(): void {
    this.password = ''
    this.code = ''
  }
}
