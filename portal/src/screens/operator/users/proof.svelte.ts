import type { ApiProblem } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'

/** Password and code of the operator. Create it during component initialisation. */
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

/** A proof requested only if the server requires it. Create it during component initialisation. */
export class RequestedProof extends ProofDraft {
  isRequested = $state(false)

  constructor(problem: () => ApiProblem | undefined) {
    super()
    $effect(() => {
      const named = problem()?.errors?.map(({ parameter }) => parameter) ?? []
      if (named.includes('currentPassword') || named.includes('code')) this.isRequested = true
    })
  }

  sent(): { currentPassword?: string; code?: string } {
    return this.isRequested ? this.body() : {}
  }
}
