// Package schedule reads tables of games as leagues and arenas export them: encodings,
// separators, names of columns, dates, times and words of two languages. It knows no
// catalogue and guesses nothing: a value that can mean two things is a Question.
package schedule
