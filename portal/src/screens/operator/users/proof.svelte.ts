import type { ApiProblem } from '../../../api/client.ts'
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

/** A proof that is asked for once the server wants it. Made while a component starts. */
export class AskedProof extends ProofDraft {
  isAsked = $state(false)

  constructor(problem: () => ApiProblem | undefined) {
    super()
    $effect(() => {
      const named = problem()?.errors?.map(({ parameter }) => parameter) ?? []
      if (named.includes('currentPassword') || named.includes('code')) this.isAsked = true
    })
  }

  sent(): { currentPassword?: string; code?: string } {
    return this.isAsked ? this.body() : {}
  }
}
