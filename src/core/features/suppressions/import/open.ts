import type { ProcessContext } from '../../../engine/context.ts'
import { openList } from '../../lists/open-list.ts'

type Opening = Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller' | 'organisation'>

/** Opens an uploaded list. A member may have uploaded it while the portal showed test mode. */
export const openUploaded = async (
  context: Opening,
  list: Parameters<typeof openList>[1],
): ReturnType<typeof openList> => {
  const { services, shared, scope, caller } = context
  const upload =
    caller.kind === 'user'
      ? await services.store.read((rows) => rows.uploads.get(shared, list.uploadId))
      : undefined
  return openList({ ...context, scope: { ...scope, mode: upload?.mode ?? scope.mode } }, list)
}
