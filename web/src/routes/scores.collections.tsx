import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/scores/collections')({ component: () => <p>coll</p> })
