;;; rubi.el --- Look for errors in the markup of manuscripts -*- lexical-binding: t -*-

;;; Commentary:
;; M-x rubi-check lists the errors of the manuscript in the buffer; C-x ` goes from one to the next.

;;; Code:
(require 'compile)

(add-to-list 'compilation-error-regexp-alist-alist
             '(rubi "^\\([^:\n]+\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\|\\(note\\)\\): " 1 2 3 (4 . 5)))
(add-to-list 'compilation-error-regexp-alist 'rubi)

(defun rubi-check ()
  "Look for errors in the markup of the manuscript in this buffer."
  (interactive)
  (with-current-buffer (compile (concat "NO_COLOR=1 rubi check --lang en -- " (shell-quote-argument buffer-file-name)))
    ;; rubi counts characters, not columns of the screen.
    (setq-local compilation-error-screen-columns nil)
    (current-buffer)))

(provide 'rubi)
;;; rubi.el ends here
