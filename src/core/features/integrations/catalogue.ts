/** The kinds of integrations that the portal offers. */
export const catalogue = [
  {
    key: 'inbound',
    name: 'Inbound webhook',
    direction: 'inbound' as const,
    description:
      'A secret address that makes items of a Postflow out of any JSON: shops, forms, customer databases, automation tools.',
    operations: ['integrations.create'],
  },
  {
    key: 'webhooks',
    name: 'Webhooks',
    direction: 'outbound' as const,
    description: 'Every event, signed and retried, to an address of yours.',
    operations: ['webhooks.create'],
  },
  {
    key: 'exports',
    name: 'Exports',
    direction: 'outbound' as const,
    description: 'Items, suppressions, money, events and daily counts as CSV or NDJSON.',
    operations: ['exports.create'],
  },
]
