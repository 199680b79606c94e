import type { Mode } from '../../api/client.ts'
import { forgetAnswers } from '../../api/resource.svelte.ts'
import { session } from '../../api/session.svelte.ts'

/** Switches to an organisation and mode. Operators need not be members of the organisation. */
export const visit = async (organisationId: string, mode?: Mode): Promise<void> => {
  if (session.current?.organisationId !== organisationId) {
    await session.switchTo(organisationId)
    forgetAnswers()
  }
  if (mode && session.mode !== mode) session.setMode(mode)
}

/** Headers of a request about an organisation other than the shown one. */
export const about = (organisationId: string) => ({ 'X-Organisation-Id': organisationId })
