/** One bench of the report. */
export interface Bench {
  /** As its records name it: the file, or the folder. */
  name: string
  /** Arguments of Node, one run after the other. */
  commands: string[][]
  /** What is fair and what is not in the comparison. */
  comparison: string
}

export const shortName = ({ name }: Pick<Bench, 'name'>): string =>
  name.replace(/^bench\//, '').replace(/\.ts$/, '')

const file = (name: string, comparison: string, ...runs: string[][]): Bench => ({
  name: `bench/${name}.ts`,
  commands: (runs.length > 0 ? runs : [[]]).map((flags) => [`bench/${name}.ts`, ...flags]),
  comparison,
})

/** Where the time or the memory goes, by a profile: of the benches that miss an aim, by their short names. */
export const profiles: Record<string, string> = {
  'start-up':
    'Where the time goes: nearly all of it is evaluating modules and mapping the program ([start-up](design/core.md#a-start-loads-no-operation)): some 30 ms of processor time of the thread that serves, of which no single function takes more than three percent. On processors a third as fast the first answer took 97 ms.',
  'main-job':
    'Where the time goes: of the thread that serves, on Node with 10,000 items, statements of SQLite and their commits take 21 percent and its reads 6, keys and digests of signatures 7, writing to sockets 4, collecting garbage 3; the rest is spread over checks, rows, JSON and HTTP, with nothing above 2 percent. Drawing and handing over share both processors with the deliveries. Deliveries keep up with what is made and drawn since one endpoint may have more at a time: beside the build from before, making and drawing take longer by what is delivered meanwhile, and the whole is shorter. On processors a third as fast the whole took 68.7 s, 0.65 of what that build took.',
  'item-creation':
    'Where the time goes: the rows of an item that is created in bulk, with those of its events, take half of the time by themselves, 84 of some 170 µs in a script that writes nothing else: 34 inserting the item, 16 its events, 34 the commit. Five of an item’s indexes have keys that come in no order (names, addresses, postal codes, what duplicates are found by, tracking codes), so that each item changes a page of its own in each; without them it would be 36. Each serves lists or look-ups that the interface has. Leaving empty references, categories and mailings out of their indexes would save 3. The other half is JavaScript with nothing above 4 percent: JSON, checks, texts that are measured on paper, keys. Items that are created one by one gain by what their commits share: 1.9 times the server written by hand where a synced write takes 120 µs, 2.3 times where it takes 270.',
  mixed:
    'Where the time goes, measured on slow processors: of a list of fifty, some 1.1 ms in the executable before HTTP, reading the rows takes 0.4 and making rows, their wire form and JSON of them as much; the rest are the key, the rate, the cursor and the log. With HTTP and fifteen others, whose client has the other processor, it is 1.7. A list of one row costs 0.4 ms, twice the handler by hand, with nothing above 3 percent. A long answer that came after a wait went out in fifty system calls, which was the largest part; [long answers on Bun](design/api.md#long-answers-on-bun-are-streamed). A write waits for some four turns of the event loop, each as long as the lists that are answered in it; [the event loop](design/event-loop.md#writes-have-their-own-budget) says what was tried. What writes would gain by going first, lists would lose: sixteen connections that never rest wait sixteen times as long as a request takes of the processor, on average, whatever the order. At 2.7 ms a request, on processors a third as fast, lists had a p50 of 42 ms and writes a p99 of 202.',
  webhooks:
    'Where the time goes: as in the creation of items, since each write is an item with its checks, history and counts. Beside a queue for each endpoint, healthy endpoints wait for the look for due deliveries that all share. On PostgreSQL an item and its delivery take 1.9 ms of processor time from the server, nearly as on SQLite, and 1.1 from the database, measured on slow processors that the client and the sink share.',
  memory:
    'Where it goes: some 68 MB are the program’s own file, the rest is what the thread that serves holds; threads that rendered have ended and the page caches of SQLite are given back by then ([idle memory](design/rendering.md#idle-memory-is-released)). A process that draws is some 80 MB more; it starts half a second after a key is first used or the portal is opened, and ends after half a minute in which no picture was wanted, or two minutes after one. A picture that is asked for before waits for its start: some 550 ms of processor time, for its threads, HarfBuzz, PDFium and what the runtime compiles of them. Each further one takes some 20 ms of processor time, most of it for its pixels and the PNG; two are drawn at a time.',
  servers:
    'Where the time goes: an item costs the server some 0.3 ms of processor time, most of it as on SQLite (checks, rows, JSON, HTTP), and the database 0.14; beside them the client has its share of the same two cores. It costs three times as much where eight organisations share the connections, because eight items instead of sixty share a transaction of fifteen statements, and half as much again where several servers divide these connections. So where one server and its client fill two cores, more servers on the same cores take somewhat less than one: 0.9 where the proxies choose by key, 0.6 where they do not. On processors a third as fast it was 1.1 and 0.7; there one organisation had 1,029 items a second, and 737 with the database a millisecond away. With a quarter of a processor for each server, two take 1.9 and three 2.6 times what one takes.',
  'large-files':
    'Where the time goes: the longest turn of the import is believed to be that of bench/import.ts, in which V8 compacts what it has allocated; it was not traced here.',
  suppressions:
    'Where the time goes: the longest turn is that in which V8 compacts what it has allocated, 47 ms of it (`--trace-gc`).',
  import:
    'Where the time goes: half of it is SQLite, a quarter commits and a quarter statements, most of both for indexes whose keys come in no order, as in the creation of items; the rest is the checks and rows in JavaScript, of which tracking codes take 3 percent, folding names and addresses as much, collecting garbage 4. The longest turn is V8 compacting what it has allocated, 85 ms at once (`--trace-gc`): it is Node’s; in a round without it the longest was 39 ms.',
}

/** In the order of the report: the whole first, its parts behind it. */
export const benches: readonly Bench[] = [
  file(
    'main-job',
    'Client, receiver and server share the machine, and the receiver verifies no signature. One client creates postcards of one template, 500 at a time; one endpoint gets every event, and with it only as many deliveries at a time as one endpoint may have. Nothing but an earlier build does the same job, so there is no peer.',
  ),
  file(
    'item-creation',
    'The server written by hand reads and writes the same rows in the same tables, with one synced commit for each request. It checks one field, counts no rates and has the indexes of the first migration only, without those for finding items, all of which is in its favour. It does not share a commit between requests, as Lettershop does; that is in ours.',
  ),
  file(
    'mixed',
    'The handler written by hand runs the same SELECT on the same file and answers the same JSON, which the bench compares before it measures. It checks no filter, limits no rate, signs no cursor and keeps its one key in memory; it reads on its only thread, as plain handlers do. Lists by themselves are measured while nothing is written, lists and writes together without a peer.',
  ),
  {
    name: 'bench/webhooks',
    commands: [['bench/webhooks/run.ts']],
    comparison:
      'All have the same sink, payload, signatures, 64 deliveries at a time and durability; the others keep keys and endpoints in memory, validate two fields and, unless it says "the same item", write one plain row. One side writes all waiting requests with one statement, which we wrote for the comparison and which is not how requests are usually written. On PostgreSQL Lettershop has a database of its own as graphile-worker has, with the same defaults. With one endpoint the others may have all 64 deliveries under way, Lettershop half of them at most and eight to a slow receiver, by intent: it takes longer, and holds up no other; [details](reliability.md#how-fast).',
  },
  file(
    'memory',
    'What the server and the processes that it starts hold together, pages that they share counted once; pages of the executable that were read count, as they do for any program. Each preview is the picture of another item, so that none comes from a cache, and the first one is asked for on a server that has drawn nothing: at once after its first request, and three seconds after it, when what draws is ready, for which the aim holds. After the job the bench waits for fifteen seconds, in which what the job took is given back; earlier runs waited for three. There is no peer.',
  ),
  file(
    'close',
    'Letters of two sheets and cards are compared by the page, though their pages hold different things: the ratio tells whether sheets, marks and trays cost more than what is drawn. An old build closes cards, since it may know no letters. The clock runs from the command that closes the run, its own start included, until the printer has the run.',
  ),
  file(
    'start-up',
    'The hello server is compiled by the same Bun, minified and with bytecode, and has no database, settings or portal: the difference is all that Lettershop does before it answers. Files are in the page cache for both, so the first start after the machine’s own is slower. Whether they answer is asked again and again, a millisecond apart.',
  ),
  file(
    'render',
    'pdfkit draws the same pages with the same fonts and picture into one file, in one thread, as it is used; Lettershop draws PDF/X-4 in parts, with threads or without. Postal marks are left out, because pdfkit has none. pdfkit gets no hand-written cache of glyphs or fonts, which a team that prints every day might write.',
  ),
  file(
    'store',
    'The library alone inserts the same row into the same table with a prepared statement and one synced commit each, which is what 64 callers that know nothing of each other would do. Callers that wait share a commit in the store; whoever batches by hand gets the same effect. Memory is measured beside it without a disk.',
  ),
  file(
    'servers',
    'Clients, servers and PostgreSQL share two cores, so that the processor time of an item says more than the rate; its PostgreSQL writes nothing through to the disk, which is in our favour. A delay in front of the database stands for another machine, whose own processors would take load off this one. The rates aimed at are for one organisation and one server. “By key” is how the proxies of `deploy/` choose a server. With a share of a processor for each server, database and clients have the rest, which shows on two cores what another server adds where cores allow. Several servers are compared with one, and partitions with none, of the same executable in turn.',
    ['--servers', '1', '--organisations', '1'],
    ['--servers', '1', '--organisations', '1', '--delay', '1'],
    ['--servers', '1', '--organisations', '8'],
    ['--servers', '3', '--organisations', '8'],
    ['--servers', '2', '--organisations', '8', '--by-key'],
    ['--servers', '3', '--organisations', '8', '--by-key'],
    ['--servers', '2', '--organisations', '8', '--by-key', '--share', '0.25', '--items', '2000'],
    ['--servers', '3', '--organisations', '8', '--by-key', '--share', '0.25', '--items', '2000'],
    ['--servers', '1', '--organisations', '8', '--partitions', '8'],
  ),
  file(
    'million',
    'Each ratio compares Lettershop with itself, the last page with the first or a long table with a short one, in one process and in turn. The rows are laid in by the store, copies of one item with their own names, codes and days, so histories and findings are shorter than those of real mail. Calls go to the core without HTTP, which makes ratios larger than a client sees them.',
  ),
  file(
    'many-at-once',
    'There is no peer: turns of the event loop are held against the house rule, as processor time of the thread itself, so that other programs do not count. Items are copies of one, and a filter takes all of them. Acting is measured for five seconds and not to its end.',
  ),
  file(
    'import',
    '`sqlite3 .import` writes the same file into one table of texts and checks nothing: it is the floor of what writing rows costs, not a program that does the same. An import checks addresses, measures texts on paper, looks for suppressions and duplicates and writes history, events and totals. It runs in this process without HTTP.',
  ),
  file(
    'suppressions',
    'A check against a long list is compared with one against a short list, in one process and in turn; half of the recipients are on the list. Both lists fit into memory. The import has no peer.',
  ),
  file(
    'large-files',
    'There is no peer: the most expensive turn of the event loop is held against the house rule, as processor time of the thread itself. Pictures are noise, which no compression makes smaller, at the largest size that is taken. A small picture is uploaded first, because Node loads the sources of this with the first one, in a turn of some 230 ms. The client is another thread, whose time does not count.',
  ),
  file(
    'stalls',
    'There is no peer: the most expensive turn of the event loop is held against the house rule, as processor time of the thread itself. It runs in Node in this process, while the executable runs in Bun. Commits are not counted, because they wait for the disk.',
  ),
  file(
    'portal',
    'Budgets and no peer: server, browser and clients share the machine, and Chromium has no screen, so frames are paced by its own clock; one that takes half as long again counts as late, since their times are rounded to tenths of a millisecond. A processor that is a quarter as fast is emulated by the browser, whose server stays as fast as it was. What open streams cost is a ratio to the same server without them, in turn.',
  ),
]
