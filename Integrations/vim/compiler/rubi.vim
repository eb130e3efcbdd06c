" :compiler rubi, then :make looks for errors in the markup of the manuscript in the window and fills the list of errors (:copen).
if exists("current_compiler")
  finish
endif
let current_compiler = "rubi"
let s:cpo_save = &cpo
set cpo&vim

CompilerSet makeprg=rubi\ check\ --lang\ en\ --\ %:S
" rubi's columns count characters and Vim's bytes, so the place is taken from the caret under the line.
CompilerSet errorformat=
      \%E%f:%l:%*\\d:\ error:\ %m,
      \%W%f:%l:%*\\d:\ warning:\ %m,
      \%I%f:%l:%*\\d:\ note:\ %m,
      \%-Z\ %#\|\ %p^,
      \%-C\ %#%*\\d\ \|%.%#,
      \%-G%.%#

let &cpo = s:cpo_save
unlet s:cpo_save
