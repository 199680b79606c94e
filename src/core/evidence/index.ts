import { getItemDocument } from './operations/items.document.ts'

export const evidenceOperations = [getItemDocument]
