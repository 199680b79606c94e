/** A command that creates an item, shown in empty lists. */
export const itemByCommand = () => `curl ${location.origin}/v1/items -H "Authorization: Bearer KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"postflowId": "pfl_…", "recipient": {"name": "Johanna Wielinga", …}}'`
