import './rich-text.css'
import { Fragment, type ReactNode, useMemo } from 'react'
import { type Block, type Inline, parseMarkup } from '../../lib/text/markup.ts'

/** The words of a line without its marks. */
const readWords = (line: readonly Inline[]): string =>
  line.map((inline) => ('text' in inline ? inline.text : 'children' in inline ? readWords(inline.children) : ' ')).join('')

/** Headings of a text with their element ids on the page. */
export function listHeadings(text: string, prefix: string): { id: string; words: string; level: number }[] {
  return parseMarkup(text).flatMap((block, index) =>
    block.kind === 'heading' ? [{ id: `${prefix}-${index}`, words: readWords(block.line), level: block.level }] : [],
  )
}

/** Text in the Markdown of `lib/markup.ts`. `headingLevel` is the page's level for the largest of its headings. */
export function RichText({ text, prefix, headingLevel }: { text: string; prefix: string; headingLevel: 2 | 3 }) {
  const blocks = useMemo(() => parseMarkup(text), [text])
  return (
    <div className="rich-text">
      <Blocks blocks={blocks} prefix={prefix} headingLevel={headingLevel} />
    </div>
  )
}

interface BlocksProps {
  blocks: readonly Block[]
  /** Prefix of the headings' ids; headings inside quotes and lists have none. */
  prefix?: string
  headingLevel: 2 | 3
}

const Blocks = ({ blocks, prefix, headingLevel }: BlocksProps) =>
  blocks.map((block, index) => (
    // Blocks have no identity except their position.
    // oxlint-disable-next-line react/no-array-index-key
    <BlockView key={index} block={block} id={prefix && `${prefix}-${index}`} headingLevel={headingLevel} />
  ))

function BlockView({ block, id, headingLevel }: { block: Block; id: string | undefined; headingLevel: 2 | 3 }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level + headingLevel - 1}` as 'h2'
      return (
        <Heading id={id}>
          <Words line={block.line} />
        </Heading>
      )
    }
    case 'rule':
      return <hr />
    case 'list': {
      const items = block.items.map((blocks, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} dir="auto">
          <Blocks blocks={blocks} headingLevel={headingLevel} />
        </li>
      ))
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} headingLevel={headingLevel} />
        </blockquote>
      )
    case 'paragraph':
      return (
        <p dir="auto">
          <Words line={block.line} />
        </p>
      )
    case 'words':
      return <Words line={block.line} />
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
  }
}

const Words = ({ line }: { line: readonly Inline[] }): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key
  line.map((inline, index) => <Fragment key={index}>{showInline(inline)}</Fragment>)

function showInline(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code>{inline.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return (
        <strong>
          <Words line={inline.children} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Words line={inline.children} />
        </em>
      )
    case 'link':
      return (
        <a className="link" href={inline.href} rel="noreferrer nofollow ugc">
          <Words line={inline.children} />
        </a>
      )
  }
}
