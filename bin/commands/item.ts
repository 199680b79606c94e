import { command } from '../cli/command.ts'
import { readJsonFile } from '../cli/json-file.ts'
import { execute } from '../control/execute.ts'

export const itemCreate = command({
  name: 'lettershop item create',
  description: 'Create an item or a list of items from a JSON file, in the format of POST /v1/items',
  flags: {
    file: { type: 'string', required: true, description: 'JSON; - reads standard input', valueHint: 'F' },
    again: {
      type: 'string',
      description: 'Create the items of the same file again, under a name of your choice',
      valueHint: 'NAME',
    },
  },
  async run({ args }) {
    const value = readJsonFile(args.file, '--file')
    const { items, before } = await execute(
      'item.create',
      { items: Array.isArray(value) ? value : [value], again: args.again },
      {
        data: args.data,
        unanswered: 'Run the same command again within 24 hours: no item is created twice.',
      },
    )
    if (before > 0) {
      const created = `${before} of ${items.length} ${before === 1 ? 'was' : 'were'} already created from this file`
      process.stderr.write(`${created} and not created again. Use --again NAME to create them again.\n`)
    }
    return Array.isArray(value) ? items : items[0]
  },
  text: (result) =>
    [result]
      .flat()
      .map((item) => {
        const { id, status } = item as { id: string; status: string }
        return `${id}  ${status}`
      })
      .join('\n'),
})
