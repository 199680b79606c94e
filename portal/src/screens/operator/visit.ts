import type { Mode } from '../../api/client.ts'
import { forgetAnswers } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Looks at an organisation from now on, which an operator need not belong to. */
export const visit = async (organisationId: string, mode?: Mode): Promise<void> => {
  if (session.current?.organisationId !== organisationId) {
    await session.switchTo(organisationId)
    forgetAnswers()
  }
  if (mode && session.mode !== mode) session.setMode(mode)
}

/** The headers of a request about an organisation besides the one that is shown. */
export const about = (organisationId: string) => ({ 'X-Organisation-Id': organisationId })
