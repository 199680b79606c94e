import { approveItem } from './operations/items.approve.ts'
import { cancelItem } from './operations/items.cancel.ts'
import { createItem } from './operations/items.create.ts'
import { createItemsInBulk } from './operations/items.createBulk.ts'
import { getItem } from './operations/items.get.ts'
import { getItemHistory } from './operations/items.history.ts'
import { listItems } from './operations/items.list.ts'
import { patchItemOperation } from './operations/items.patch.ts'
import { rejectItem } from './operations/items.reject.ts'
import { reprint } from './operations/items.reprint.ts'
import { validateItem } from './operations/items.validate.ts'

export const itemOperations = [
  listItems,
  createItem,
  createItemsInBulk,
  validateItem,
  getItem,
  patchItemOperation,
  cancelItem,
  approveItem,
  rejectItem,
  getItemHistory,
  reprint,
]
