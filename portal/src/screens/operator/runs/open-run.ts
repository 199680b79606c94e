import type { Schemas } from '../../../api/client.ts'
import type { Action } from '../../../shell/action.svelte.ts'
import { navigate } from '../../../shell/routes.ts'
import { visit } from '../visit.ts'

/**
 * Returns a click handler that opens a run in its organisation and mode, and the dialog `next` there. Ignores
 * modified clicks.
 */
export const openRun =
  (going: Action) =>
  (
    event: MouseEvent,
    run: Pick<Schemas['PlatformRun'], 'id' | 'organisationId' | 'isTest'>,
    next?: string,
  ): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // The router would follow the link even if its default was prevented.
    event.stopPropagation()
    void going.run(async () => {
      await visit(run.organisationId, run.isTest ? 'test' : 'live')
      await navigate('/runs/:id', { params: { id: run.id }, ...(next ? { search: { next } } : {}) })
    })
  }
