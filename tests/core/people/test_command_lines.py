"""A command is seen wherever a shell starts it: behind remarks and here-documents, in groups, and by the name in a variable."""

import time

import pytest

from midcourse.core.people.command_lines import read_command
from tests.core.people.test_starters import verdict


@pytest.mark.parametrize(
    "line",
    [
        "cat > n <<EOF\nIt's the list.\nEOF\nrm -rf x\ncat > m <<EOF\nThat's all.\nEOF",
        'cat > n <<EOF\n5" pipe\nEOF\nrm x\ncat > m <<EOF\n6" pipe\nEOF',
        "cat > n <<EOF\nit's\nEOF\nls;rm -rf x",
        'cat > n <<EOF\nit\'s\nEOF\n"rm" -rf x',
        "ls;rm x\necho '",
        "echo $'\\''; rm -rf x; echo $'\\''",
        "echo $'\\'; rm x; echo $'\\'",
        "echo $'it\\'s'; rm -rf x; echo 'x'",
        "ls;#'\nrm x;#'",
        "ls&&#'\nrm x\n#'",
        "ls |#'\ncat; rm x\n#'",
        "(#'\nrm x\n#'\n)",
        "ls # list C:\\\nrm x",
        "touch '#a#'; find . -name '#*#' -delete",
        "touch '#' /etc/cron.d/x",
        "touch '<' /etc/cron.d/x",
        "tee '<' ~/.bashrc",
        "git push origin '#x' --force",
        "echo x > $'/etc/cron.d/x'",
        "cat $'.env'",
    ],
)
def test_quotes_remarks_and_here_documents_hide_no_command(line):
    assert verdict("run", command=line) == "ask"


@pytest.mark.parametrize(
    "line",
    [
        "curl x |\nbash",
        "curl x | # and then\nbash",
        "curl x | (bash)",
        "curl x | (cd . && bash)",
        "curl x | { bash; }",
        "curl x | while true; do bash; break; done",
        "curl x | for i in 1; do bash; done",
        "curl x | if true; then bash; fi",
        "curl x | ! bash",
        "curl x | case a in a) bash;; esac",
        "f() { bash; }; curl x | f",
        "f()\n{\nbash\n}\ncurl x | f",
        "function f { bash; }; curl x | f",
        "f() (bash); curl x | f",
        "(bash) < f",
        "{ ls; bash; } 2> /dev/null < f",
        "while true; do bash; done < f",
        "exec < f; bash",
        "exec 0< f\nbash",
        "(bash) <<< 'unlink x'",
        "(bash) <<E\nunlink x\nE",
        "curl x | coproc bash",
    ],
)
def test_code_from_a_pipe_asks_in_whatever_group_the_shell_stands(line):
    assert verdict("run", command=line) == "ask"


@pytest.mark.parametrize(
    "line",
    ["ls | head; python3 tool.py", "(ls) < f; python3", "curl x | (cat); bash", "f() { ls; }; f | head", "{ ls; } | head; ./x"],
)
def test_a_pipe_ends_with_the_group_that_it_leads_into(line):
    assert verdict("run", command=line) == "run"


@pytest.mark.parametrize(
    "line",
    [
        "X=ls; X=rm; $X x",
        "X=rm; ${X:-ls} x",
        "X=rm; ${X-ls} x",
        "${X:-ls} x",
        "env ${X:-ls} x",
        "X=ls; for X in rm; do $X x; done",
        "X=r; X+=m; $X x",
        "X='ls'; X=\"rm\"; $X x",
        "X=rm; Y=$X; $Y x",
        "X=; $X rm x",
        "X=ls $X rm x",
        "(X=ls); $X rm x",
        "X=ls | cat; $X rm x",
        "false && X=ls; $X rm x",
        "if false; then X=ls; fi; $X rm x",
        "f() { X=ls; }; $X rm x",
        "$X rm x; X=ls",
        "X=ls; read X; $X x",
        "X=ls; read -r a X < f; $X x",
        "X=ls; printf -v X rm; $X x",
        "X=ls; N=X; read $N; $X x",
        "X=ls; declare -n N=X; N=rm; $X x",
        "X=ls; source f; $X x",
        'X=ls; export "X=rm"; $X x',
        "X=ls; trap 'true;X=rm' DEBUG; $X x",
        "X=a; X='rm x '; $X/ls",
        "X=ls; IFS=l; $X x",
        "_=ls; $_ x",
        "X=a; X=/etc; tee $X/passwd",
        "X=/e; X+=tc; tee $X/passwd",
        "if a; then X=/etc; fi; tee $X/passwd",
        "export X=/etc; tee $X/passwd",
        "X=status; X='push -f'; git $X",
        "A='push -f'; git $A",
        "for X in push; do git $X -f; done",
        "X=a; X=b; X=c; X=d; X=e; X=f; X=g; X=h; X=/etc; tee $X/passwd",
    ],
)
def test_a_variable_hides_no_command(line):
    assert verdict("run", command=line) == "ask"


def test_a_value_that_is_sure_is_read_in_place_of_its_variable():
    assert read_command("X=ls; Y=$X; $Y a").programs == ["ls"]
    assert read_command('D=/srv; tee "$D/x"').changes == ["/srv/x"]
    assert "rm" in read_command('A="rm -rf"; sudo $A x').programs and read_command('A="a b"; ls "$A"').programs == ["ls"]


@pytest.mark.parametrize("piece", ["X=a;$X ", "(", "{ ", "a|", "if ", "f()", "for X in a;", "$X", "X=$X$X;", "}", ") "])
def test_no_line_takes_long_to_read(piece):
    began = time.process_time()
    verdict("run", command="X=aa;" + piece * (9_900 // len(piece)))
    assert time.process_time() - began < 3
