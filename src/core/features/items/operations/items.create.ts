import type { WriteContext } from '../../../engine/context.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { together } from '../../../engine/together.ts'
import { Problem } from '../../../kernel/errors.ts'
import { checkItems, createItems } from '../create.ts'
import { itemInput } from '../input-schema.ts'
import { answerToSender, itemToWire } from '../item.ts'
import { type CheckedItem, ofPostflow } from '../new-item.ts'
import { itemSchema } from '../schema.ts'
import { eventsOfValidation } from '../validate.ts'

export const createItem = defineOperation({
  id: 'items.create',
  method: 'POST',
  path: '/items',
  summary: 'Create a mail item',
  description:
    'Validates, reserves and schedules in one step: the answer shows where the item came to rest. Problems that the customer can mend do not refuse it; they make it NEEDS_ATTENTION with findings.',
  permission: 'items.write',
  readsItems: 'own',
  rateClass: 'itemCreate',
  effect: 'write',
  body: itemInput,
  output: itemSchema,
  status: 201,
  location: '/items/{id}',
  errors: ['invalid_state'],
  emits: ['item.created', ...eventsOfValidation],
  prepare: (context, { body }) => checkItems(context, [ofPostflow(body)]),
  async handler(context, _input, checked) {
    const [item] = await createItems(context, checked)
    if (!item || item instanceof Problem) throw item
    return answerToSender(context.caller, itemToWire(context.services, item))
  },
  together: together(
    async (context, calls: readonly { context: Pick<WriteContext, 'caller'>; prepared: CheckedItem[] }[]) => {
      const created = await createItems(
        context,
        calls.flatMap(({ prepared }) => prepared),
      )
      const senders = calls.flatMap(({ context: { caller }, prepared }) => prepared.map(() => caller))
      return created.map((item, index) =>
        item instanceof Problem ? item : answerToSender(senders[index]!, itemToWire(context.services, item)),
      )
    },
  ),
})
