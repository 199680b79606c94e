import { command } from '../cli/command.ts'
import { readJsonFile } from '../cli/json-file.ts'
import { execute } from '../control/execute.ts'

export const itemCreate = command({
  name: 'lettershop item create',
  description: 'Create the item (or the list of items) of a JSON file, as POST /v1/items takes them',
  flags: {
    file: { type: 'string', required: true, description: 'JSON; - reads standard input', valueHint: 'F' },
    again: {
      type: 'string',
      description: 'Creates the same file once more, under a name that you choose',
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
        unanswered: 'Give the same command again within 24 hours: what was created is not created twice.',
      },
    )
    if (before > 0) {
      const created = `${before} of ${items.length} ${before === 1 ? 'was' : 'were'} created by this file before`
      process.stderr.write(`${created} and not again; --again NAME creates the file once more.\n`)
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
