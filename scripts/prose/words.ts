import type { Prose } from './prose.ts'

interface Word {
  pattern: RegExp
  /** The field's words for it. */
  instead: string
}

/**
 * Words that prose must not use. A space in a pattern matches any white space, including the start of a
 * comment's next line.
 */
export const words: Readonly<Record<string, Word>> = Object.fromEntries(
  Object.entries({
    mend: [String.raw`\bmend(s|ed|ing)?\b`, 'fix, correct, repair'],
    anew: [String.raw`\banew\b`, 'again, from scratch'],
    meanwhile: [String.raw`\bmeanwhile\b`, 'while …'],
    whoever: [String.raw`\bwho(so)?ever\b`, 'the caller, user, member, receiver'],
    somebody: [String.raw`\bsome(body|one)\b`, 'a user, member, caller'],
    'stands in': [
      String.raw`\b(stands?|standing|stood) (in|on|at|there|here|beside|below|above|behind|between|under)\b`,
      'is in, is next to, follows',
    ],
    'the way of': [String.raw`\bthe way of an?\b`, 'lifecycle'],
    'goes on by itself': [String.raw`\b(goes|go|going) on by (itself|themselves)\b`, 'resumes automatically'],
    'no more': [String.raw`\b(is|are|was|were) \w+ no more\b(?! than)`, 'is no longer …'],
    'for good': [String.raw`\bfor good\b(?! reason)`, 'permanently'],
    'all the same': [String.raw`\ball the same(?=[.,;:)]|$)`, 'anyway'],
    'put away': [String.raw`\bputs? (this \w+ |it |them )?away\b`, 'dismiss, hide'],
    'look again': [String.raw`\blooks? again\b`, 'refresh'],
    'what became of': [String.raw`\bwhat (became|becomes) of\b`, 'history, outcome'],
    'given up': [String.raw`\bgiven[ -]up\b`, 'abandoned, exhausted'],
    'said of': [String.raw`\b(is|are|was|were) (said|told|asked) (of|by|for|to)\b`, 'is reported, requested'],
    'a body must': [String.raw`\ba body must\b`, 'transaction callbacks must'],
    'too many words': [String.raw`\bone word too many\b`, 'unexpected argument'],
    'nobody is named': [String.raw`\bnobody is named\b`, 'no … is configured'],
    'from now on': [String.raw`\bfrom now on\b`, 'name what changes'],
    'side by side': [String.raw`\bside by side, none within\b`, "can't be nested"],
    telephone: [String.raw`\btelephones?\b`, 'phone'],
  }).map(([name, [pattern, instead]]) => [
    name,
    {
      pattern: new RegExp(pattern!.replaceAll(' ', String.raw`(?:\s|\n\s*(?:\*|\/\/)?\s*)+`), 'giu'),
      instead: instead!,
    },
  ]),
)

/** Returns the occurrences of these words. */
export const placesOf = (prose: readonly Prose[]): { line: number; word: string; text: string }[] =>
  prose.flatMap(({ line, text }) =>
    Object.entries(words).flatMap(([word, { pattern }]) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: line + text.slice(0, match.index).split('\n').length - 1,
        word,
        text: match[0].replaceAll(/\s+/g, ' '),
      })),
    ),
  )
