/** The command that makes an item, as the lists of items show it while they are empty. */
export const itemByCommand = () => `curl ${location.origin}/v1/items -H "Authorization: Bearer KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"postflowId": "pfl_…", "recipient": {"name": "Johanna Wielinga", …}}'`
